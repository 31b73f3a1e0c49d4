################################################################################
#
# Add the driver arm_cp_pmu to the kernel's tree
#
################################################################################

# SPDX-License-Identifier: GPL-2.0

LINUX_EXTENSIONS += arm-cp-pmu

define ARM_CP_PMU_PREPARE_KERNEL
	$(ARM_CP_PMU_DIR)/scripts/graft $(@D)
endef

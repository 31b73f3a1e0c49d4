################################################################################
#
# arm-cp-pmu
#
################################################################################

# SPDX-License-Identifier: GPL-2.0

# The repository that contains this external tree
ARM_CP_PMU_SITE = $(BR2_EXTERNAL_ARM_CP_PMU_PATH)/..
ARM_CP_PMU_SITE_METHOD = local
ARM_CP_PMU_LICENSE = GPL-2.0, GPL-2.0 with Linux-syscall-note (header)
ARM_CP_PMU_LICENSE_FILES = COPYING
ARM_CP_PMU_INSTALL_STAGING = YES

# The header for programs that read their own counters
define ARM_CP_PMU_INSTALL_STAGING_CMDS
	$(INSTALL) -D -m 0644 $(@D)/include/uapi/cp_pmu_read.h \
		$(STAGING_DIR)/usr/include/cp_pmu_read.h
endef

ifeq ($(BR2_PACKAGE_ARM_CP_PMU_CHECK),y)
ARM_CP_PMU_MODULES += arm_cp_pmu_check
ARM_CP_PMU_MODULE_MAKE_OPTS += CONFIG_ARM_CP_PMU_CHECK=m
define ARM_CP_PMU_INSTALL_CHECK
	$(INSTALL) -D -m 0755 $(@D)/scripts/arm-cp-pmu-check \
		$(TARGET_DIR)/usr/bin/arm-cp-pmu-check
endef
endif

define ARM_CP_PMU_INSTALL_TARGET_CMDS
	$(INSTALL) -D -m 0755 $(@D)/scripts/pmu-metrics \
		$(TARGET_DIR)/usr/bin/pmu-metrics
	$(ARM_CP_PMU_INSTALL_CHECK)
endef

ifeq ($(BR2_LINUX_KERNEL_EXT_ARM_CP_PMU),y)

# The extension has put the driver into the kernel. This disables the kernel's own driver.
ARM_CP_PMU_MODULE_MAKE_OPTS += CONFIG_ARM_CP_PMU=n
define ARM_CP_PMU_LINUX_CONFIG_FIXUPS
	$(call KCONFIG_ENABLE_OPT,CONFIG_PERF_EVENTS)
	$(call KCONFIG_SET_OPT,CONFIG_ARM_CP_PMU,y)
endef

else

ARM_CP_PMU_MODULES += arm_cp_pmu

# A module needs KPROBES to sample. Without ARM_PMU, the kernel has no own driver, but i.MX51
# and i.MX53 do not enable the clock of the monitor.
define ARM_CP_PMU_LINUX_CONFIG_FIXUPS
	$(call KCONFIG_ENABLE_OPT,CONFIG_PERF_EVENTS)
	$(call KCONFIG_ENABLE_OPT,CONFIG_KPROBES)
	$(if $(shell grep -s '^CONFIG_SOC_IMX5[13]=y' $(LINUX_DIR)/.config),,
		$(call KCONFIG_DISABLE_OPT,CONFIG_ARM_PMU))
endef

endif

# kernel-module enables MODULES in the kernel.
ifneq ($(ARM_CP_PMU_MODULES),)
$(eval $(kernel-module))
endif

$(eval $(generic-package))

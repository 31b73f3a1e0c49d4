# SPDX-License-Identifier: GPL-2.0
include $(sort $(wildcard $(BR2_EXTERNAL_ARM_CP_PMU_PATH)/package/*/*.mk))

# SPDX-License-Identifier: GPL-2.0
SUMMARY = "perf driver for the performance monitors of ARM11, Cortex-A8 and PXA250"
LICENSE = "GPL-2.0-only"
LIC_FILES_CHKSUM = "file://COPYING;md5=b234ee4d69f5fce4486a80fdaf4a4263"

inherit module

# The repository that contains this layer
FILESEXTRAPATHS:prepend := "${THISDIR}/../../..:"
SRC_URI = "file://COPYING;subdir=${BP} \
           file://Makefile;subdir=${BP} \
           file://drivers;subdir=${BP} \
           file://include;subdir=${BP} \
          "

COMPATIBLE_HOST = "arm.*-linux.*"

# arm_cp_pmu_check is the module of arm-cp-pmu-check.
EXTRA_OEMAKE += "CONFIG_ARM_CP_PMU_CHECK=m"

RRECOMMENDS:${PN} = "perf arm-cp-pmu-tools"

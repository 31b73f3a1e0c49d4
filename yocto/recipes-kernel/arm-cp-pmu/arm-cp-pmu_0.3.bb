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
           file://scripts;subdir=${BP} \
          "

COMPATIBLE_HOST = "arm.*-linux.*"

# arm_cp_pmu_check is the module of arm-cp-pmu-check.
EXTRA_OEMAKE += "CONFIG_ARM_CP_PMU_CHECK=m"

do_install:append() {
	install -d ${D}${bindir} ${D}${includedir}
	install -m 0755 ${S}/scripts/arm-cp-pmu-check ${S}/scripts/pmu-metrics ${D}${bindir}
	install -m 0644 ${S}/include/uapi/cp_pmu_read.h ${D}${includedir}
}

# The commands, also for a kernel with the driver built in
PACKAGES =+ "${PN}-tools"
FILES:${PN}-tools = "${bindir}"
RRECOMMENDS:${PN}-tools = "perf kernel-module-arm-cp-pmu-check"
RRECOMMENDS:${PN} = "perf ${PN}-tools"

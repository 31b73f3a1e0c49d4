# SPDX-License-Identifier: GPL-2.0
SUMMARY = "Commands and header of the perf driver arm_cp_pmu"
LICENSE = "GPL-2.0-only"
LIC_FILES_CHKSUM = "file://COPYING;md5=b234ee4d69f5fce4486a80fdaf4a4263"

# Not a part of the recipe of the module, which cannot be built for a kernel without MODULES.
# The repository that contains this layer
FILESEXTRAPATHS:prepend := "${THISDIR}/../../..:"
SRC_URI = "file://COPYING;subdir=${BP} \
           file://include;subdir=${BP} \
           file://scripts;subdir=${BP} \
          "

COMPATIBLE_HOST = "arm.*-linux.*"

do_configure[noexec] = "1"
do_compile[noexec] = "1"

do_install() {
	install -d ${D}${bindir} ${D}${includedir}
	install -m 0755 ${S}/scripts/arm-cp-pmu-check ${S}/scripts/pmu-metrics ${D}${bindir}
	install -m 0644 ${S}/include/uapi/cp_pmu_read.h ${D}${includedir}
}

RRECOMMENDS:${PN} = "perf"

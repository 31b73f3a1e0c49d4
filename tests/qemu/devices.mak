# SPDX-License-Identifier: GPL-2.0-or-later
#
# The boards of the tests and the devices that they consist of, for QEMU's build.
# Most devices are selected by a board in QEMU's Kconfig files.

CONFIG_ASPEED_SOC=y
CONFIG_CUBIEBOARD=y
CONFIG_GUMSTIX=y
CONFIG_RASPI=y
CONFIG_REALVIEW=y

# The boards use these, but do not select them. The A10's SD controller and clock are
# built with the H3. Every ARM core in QEMU needs V7M.
CONFIG_ALLWINNER_H3=y
CONFIG_ARM_V7M=y
CONFIG_OR_IRQ=y
CONFIG_SPLIT_IRQ=y

# The register tests report and exit through semihosting.
CONFIG_SEMIHOSTING=y
CONFIG_ARM_COMPATIBLE_SEMIHOSTING=y

# SPDX-License-Identifier: GPL-2.0
#
# The kbuild half: what "make -C $KDIR M=$PWD" reads.
ifneq ($(KERNELRELEASE),)

export CONFIG_ARM_CP_PMU := m
NOSTDINC_FLAGS += -I$(M)/include/compat
obj-m += drivers/perf/arm_cp_pmu/

# The half for people.
else

KDIR ?= /lib/modules/$(shell uname -r)/build

help:
	@echo "make modules [KDIR=...]   build arm_cp_pmu.ko for the kernel in KDIR"
	@echo "make modules_install      install it"
	@echo "make dtbs                 compile the device tree overlays of dts/"
	@echo "make demo [DRY_RUN=1]     an emulated Raspberry Pi Zero profiles itself"
	@echo "make check                the sources, KUnit and one board of each family"
	@echo "make test                 all tests"
	@echo "make test-mutants         whether the tests notice defects put into the driver"
	@echo "make test-trees           the driver in Linux 6.1, 6.12 and 7.2"
	@echo "make bench                what this driver and the kernel's cost"
	@echo "make deb                  build the Debian package arm-cp-pmu-dkms"
	@echo "make test-install         install that package on Debian systems, emulated"
	@echo "make test-tools           Debian's perf, PAPI and others on emulated boards"
	@echo "make compare              this driver and the kernel's under the same faults"
	@echo "make soak [OPS=...]       a million operations of a fuzzer on each core"
	@echo "make prove                prove the arithmetic and the flag logic"
	@echo "make clean"

modules modules_install:
	$(MAKE) -C $(KDIR) M=$(CURDIR) $@

clean:
	$(MAKE) -C $(KDIR) M=$(CURDIR) $@
	rm -f dts/*.dtbo

dtbs: $(patsubst %.dtso,%.dtbo,$(wildcard dts/*.dtso))

# The parent of an overlay's interrupts is in the tree that it is applied to.
%.dtbo: %.dtso
	dtc -I dts -O dtb -Wno-interrupts_property -o $@ $<
deb:
	@scripts/deb

demo:
	@scripts/demo

check:
	@tests/quick

test:
	@tests/all

test-mutants:
	@tests/install-deps
	@tests/mutants/run-mutants

test-trees:
	@tests/install-deps boards trees
	@tests/kernel-versions/build-and-boot
test-install:
	@tests/debian/install-and-use
	@$(MAKE) --no-print-directory test-tools

test-tools:
	@$(MAKE) --no-print-directory -C tests/boards tools

compare:
	@tests/install-deps
	@tests/boards/report compare --write

bench:
	@tests/install-deps
	@tests/boards/report cost --write

soak:
	@$(MAKE) --no-print-directory -C tests/boards soak

prove:
	@tests/prove/run-proofs

.PHONY: help modules modules_install clean dtbs deb demo check test test-mutants test-trees \
	test-install test-tools bench compare soak prove

endif

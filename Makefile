# SPDX-License-Identifier: GPL-2.0
#
# For kbuild: "make -C $KDIR M=$PWD", or a kernel tree that contains this repository and
# whose Kconfig selects what is built.
ifneq ($(KERNELRELEASE),)

ifneq ($(KBUILD_EXTMOD),)
# Without options, build the driver alone: this is what DKMS does.
export CONFIG_ARM_CP_PMU := m
export CONFIG_ARM_CP_PMU_USER_READ ?= $(CONFIG_CPU_V7)
NOSTDINC_FLAGS += -I$(M)/include/compat
else
NOSTDINC_FLAGS += -I$(srctree)/$(obj)/include/compat
obj-y += tests/kunit/
endif
obj-$(CONFIG_ARM_CP_PMU) += drivers/perf/arm_cp_pmu/
obj-$(CONFIG_ARM_L2X0_PMU) += drivers/perf/arm_l2x0_pmu.o
obj-$(CONFIG_ARM_CP_PMU_CHECK) += drivers/perf/arm_cp_pmu_check/

# Targets for users
else

# Yocto sets KERNEL_SRC, and runs make without a target to build the modules.
KDIR ?= $(or $(KERNEL_SRC),/lib/modules/$(shell uname -r)/build)
ifneq ($(KERNEL_SRC),)
.DEFAULT_GOAL := modules
endif

help:
	@echo "make modules [KDIR=...]   build the module for the kernel in KDIR"
	@echo "     CONFIG_ARM_L2X0_PMU=m     and arm_l2x0_pmu"
	@echo "     CONFIG_ARM_CP_PMU_CHECK=m and arm_cp_pmu_check"
	@echo "     ARCH=arm CROSS_COMPILE=arm-linux-gnueabi- KDIR=...   on another machine"
	@echo "make modules_install      install them"
	@echo "make clean                remove what these have built"
	@echo "make dtbs                 compile the device tree overlays in dts/"
	@echo "make deb                  build the Debian package arm-cp-pmu-dkms"
	@echo "make demo [DRY_RUN=1]     boot an emulated Raspberry Pi Zero and show perf on it"
	@echo "make check                check the sources, run KUnit and random walks: no emulator"
	@echo "make test                 the same, other parts, and one board of each core"
	@echo "make test-boards          run all cases on the emulated boards with Linux 6.1 and 6.12"
	@echo "make bench                measure the costs of this driver and the kernel's own"
	@echo "make html                 build the pages as HTML"
	@echo "make drawings             draw the pictures of how_it_works.rst"
	@echo "make picture              draw the flame graph of slow.rst on an emulated board"
	@echo "make compare              test both drivers under the same faults"
	@echo "make test-mutants         put defects into the driver: do the tests find them?"
	@echo "make test-trees           build the driver in Linux 5.10 to 7.3, boot some"
	@echo "make test-install         install the package on emulated Debian systems"
	@echo "make test-tools           test Debian's perf, PAPI and others on emulated boards"
	@echo "make prove                prove the arithmetic for all values"
	@echo "make soak [OPS=...]       run a fuzzer, a million operations on each core"

modules modules_install:
	$(MAKE) -C $(KDIR) M=$(CURDIR) $@

clean:
	$(MAKE) -C $(KDIR) M=$(CURDIR) $@
	rm -f dts/*.dtbo

dtbs: $(patsubst %.dtso,%.dtbo,$(wildcard dts/*.dtso))

# No warning about the interrupt parent: it is in the base tree, not in the overlay.
%.dtbo: %.dtso
	dtc -I dts -O dtb -Wno-interrupts_property -o $@ $<
deb:
	@scripts/deb

demo:
	@scripts/demo

check:
	@tests/check

test:
	@tests/test

test-boards:
	@tests/test-boards

test-mutants:
	@tests/install-deps
	@tests/defects/run-defects all

test-trees:
	@tests/install-deps boards trees
	@tests/kernel-versions/build-and-boot
test-install:
	@tests/debian/install-and-use
	@$(MAKE) --no-print-directory test-tools

test-tools:
	@$(MAKE) --no-print-directory -C tests/boards tools
	@tests/parts/on-the-pc

compare:
	@tests/install-deps
	@tests/boards/report compare --write

PAGES = Documentation/admin-guide/perf/arm_cp_pmu
HTML = $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/arm-cp-pmu/html

html:
	@tests/install-deps pages
	@sphinx-build -q -C -D root_doc=index -b html $(PAGES) $(HTML)
	@echo $(HTML)/index.html

drawings: $(patsubst %.dot,%.svg,$(wildcard $(PAGES)/*.dot))

%.svg: %.dot
	dot -Tsvg $< | sed '1a <!-- SPDX-License-Identifier: GPL-2.0 -->' >$@

# The flame graph of the page slow.rst
picture:
	@tests/install-deps
	@dir=$$(mktemp -d) && \
	tests/boards/run-board pi-zero-cache -v bookworm -o $$dir/page page-slow && \
	cp $$dir/page/misses.svg $(PAGES); status=$$?; rm -r $$dir; exit $$status

bench:
	@tests/install-deps
	@tests/boards/report cost --write

soak:
	@$(MAKE) --no-print-directory -C tests/boards soak

prove:
	@tests/prove/run-proofs

.PHONY: help modules modules_install clean dtbs deb demo check test test-boards test-mutants test-trees \
	test-install test-tools bench compare picture drawings html soak prove

endif

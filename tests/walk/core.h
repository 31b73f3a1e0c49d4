/* SPDX-License-Identifier: GPL-2.0 */
/* The processor cores: some events that count, from the manuals */
#ifndef __WALK_CORE_H__
#define __WALK_CORE_H__

#ifdef ARM11
#ifdef ARM1136
#define CORE		"arm1136"
#define COMPATIBLE	"arm,arm1136-pmu"
#define MIDR		0x4117b363
#elif defined(ARM1156)
#define CORE		"arm1156"
#define COMPATIBLE	"arm,arm1156-pmu"
#define MIDR		0x4107b560
#elif defined(ARM1176)
#define CORE		"arm1176"
#define COMPATIBLE	"arm,arm1176-pmu"
#define MIDR		0x410fb767
#else
#error "no such core of ARM11"
#endif
/* Application Note 195, Table 2 */
#define EVENTS		{ 0x00, 0x01, 0x05, 0x07, 0x0b, 0x12 }
#define CYCLES		0xff
#define CYCLES_ON_PMN	0xff
#elif defined(A8)
#define CORE		"cortex-a8"
#define COMPATIBLE	"arm,cortex-a8-pmu"
#define MIDR		0x413fc082
/* Cortex-A8 Technical Reference Manual, Table 3.97 */
#define EVENTS		{ 0x00, 0x01, 0x08, 0x12, 0x43, 0x72 }
#define CYCLES		0x11
#define CYCLES_ON_PMN	0x11
#elif defined(XSCALE)
#ifdef ASTEP
#define CORE		"xscale1-a-stepping"
#else
#define CORE		"xscale1"
#endif
#define COMPATIBLE	"intel,xscale1-pmu"
#define MIDR		0x69052d06
/* Intel XScale Core Developer's Manual, Table 8-12. No event counter counts cycles. */
#define EVENTS		{ 0x00, 0x02, 0x05, 0x07, 0x0a, 0x0d }
#define CYCLES		0xfe
#else
#error "no such core"
#endif

/* A number that no core's manual lists */
#define RESERVED	0xe0

#endif /* __WALK_CORE_H__ */

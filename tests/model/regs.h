/* SPDX-License-Identifier: GPL-2.0 */
/* The accessors of cp_pmu_*_regs.h, on the models of pmnc.c and a8.c */
#ifndef __MODEL_REGS_H__
#define __MODEL_REGS_H__

u32 model_read_counter(unsigned int idx);
void model_write_counter(unsigned int idx, u32 val);

/* ARM11 and XScale1 differ in what PMNC's bits mean, not in the registers. */
u32 model_read_pmnc(void);
void model_write_pmnc(u32 val);
u32 model_read_validation(void);
void model_write_validation(u32 val);

bool model_is_xscale(void);

#define pmnc_is_xscale		model_is_xscale
#define pmnc_read_pmnc		model_read_pmnc
#define pmnc_write_pmnc		model_write_pmnc
#define pmnc_read_pmn0()	model_read_counter(0)
#define pmnc_write_pmn0(val)	model_write_counter(0, val)
#define pmnc_read_pmn1()	model_read_counter(1)
#define pmnc_write_pmn1(val)	model_write_counter(1, val)
#define pmnc_read_ccnt()	model_read_counter(2)
#define pmnc_write_ccnt(val)	model_write_counter(2, val)
#define arm1176_read_validation	model_read_validation
#define arm1176_write_validation model_write_validation

void a8_write_pmnc(u32 val);
void a8_write_cntens(u32 val);
void a8_write_cntenc(u32 val);
u32 a8_read_flag(void);
void a8_write_flag(u32 val);
void a8_write_pmnxsel(u32 val);
#define a8_read_ccnt()		model_read_counter(4)
#define a8_write_ccnt(val)	model_write_counter(4, val)
void a8_write_evtsel(u32 val);
u32 a8_read_pmcnt(void);
void a8_write_pmcnt(u32 val);
void a8_write_useren(u32 val);
void a8_write_intens(u32 val);
void a8_write_intenc(u32 val);
u32 a8_read_sder(void);
void a8_write_sder(u32 val);

#endif /* __MODEL_REGS_H__ */

/* SPDX-License-Identifier: GPL-2.0 */
/* Add up the samples of an event. */
#ifndef SAMPLES_H
#define SAMPLES_H

#include "ring.h"

/* What a sample has. With PERF_SAMPLE_READ and READ_TIMES it has the count, too. */
#define SAMPLE_TYPE	(PERF_SAMPLE_IP | PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD)

/* The body of a PERF_RECORD_SAMPLE */
struct sample {
	u64 ip, time, period;
	struct counted counted;
};

struct samples {
	/* An event that does not sample has none. */
	struct ring ring;
	/* The samples have the count; print each sample */
	bool with_count, print;
	/* Called for each sample, if not NULL */
	void (*note)(const struct sample *sample);
	u64 number, sum, lost, throttled, unthrottled, min, max;
	/* The count at the last sample. A period that is not the difference is wrong. */
	u64 at_last, wrong, wrong_sample, wrong_period, wrong_counted;
};

#define SAMPLES_PAGES	512

/* Open and enable an event that samples if the template has a period, or with a frequency. */
static inline int start_samples(struct samples *samples, struct perf_event_attr *template,
				const char *event, u64 frequency, pid_t pid)
{
	int fd;

	template->size = sizeof(*template);
	template->disabled = 1;
	template->read_format = READ_TIMES;
	template->sample_type = SAMPLE_TYPE;
	if (frequency) {
		template->freq = 1;
		template->sample_freq = frequency;
	}
	parse_event(event, template);
	fd = open_attr(template, pid, NO_LEADER);
	if (template->sample_period)
		ring_map(&samples->ring, fd, SAMPLES_PAGES);
	control(fd, PERF_EVENT_IOC_ENABLE, 0);
	return fd;
}

static inline void compare_count(struct samples *samples, const struct sample *sample)
{
	u64 counted = sample->counted.value - samples->at_last;

	samples->at_last = sample->counted.value;
	if (sample->period == counted || samples->wrong++)
		return;
	samples->wrong_sample = samples->number;
	samples->wrong_period = sample->period;
	samples->wrong_counted = counted;
}

static inline void take_sample(struct samples *samples, const struct sample *sample)
{
	samples->number++;
	samples->sum += sample->period;
	if (samples->number == 1 || sample->period < samples->min)
		samples->min = sample->period;
	if (sample->period > samples->max)
		samples->max = sample->period;
	if (samples->with_count)
		compare_count(samples, sample);
	if (samples->print)
		printf("ip %#llx %llu %llu\n", sample->ip, sample->period, sample->time);
	if (samples->note)
		samples->note(sample);
}

/* Empty the ring. */
static inline void drain(struct samples *samples)
{
	struct perf_event_header header;
	union {
		struct sample sample;
		struct { u64 id, lost; } lost;
	} body;

	if (!samples->ring.page)
		return;
	ring_begin(&samples->ring);
	while (ring_next(&samples->ring, &header, &body, sizeof(body))) {
		switch (header.type) {
		case PERF_RECORD_SAMPLE:
			take_sample(samples, &body.sample);
			break;
		case PERF_RECORD_LOST:
			samples->lost += body.lost.lost;
			break;
		case PERF_RECORD_THROTTLE:
			samples->throttled++;
			break;
		case PERF_RECORD_UNTHROTTLE:
			samples->unthrottled++;
			break;
		}
	}
	ring_end(&samples->ring);
}

/*
 * Print
 *   samples EVENT NUMBER SUM-OF-PERIODS LOST THROTTLED UNTHROTTLED MIN MAX
 * and if the samples have the count
 *   reads EVENT COUNT-AT-THE-LAST-SAMPLE WRONG-PERIODS FIRST:PERIOD/COUNTED
 */
static inline void print_samples(const struct samples *samples, const char *event)
{
	if (!samples->ring.page)
		return;
	printf("samples %s %llu %llu %llu %llu %llu %llu %llu\n", event, samples->number,
	       samples->sum, samples->lost, samples->throttled, samples->unthrottled,
	       samples->min, samples->max);
	if (samples->with_count)
		printf("reads %s %llu %llu %llu:%llu/%llu\n", event, samples->at_last,
		       samples->wrong, samples->wrong_sample, samples->wrong_period,
		       samples->wrong_counted);
}

#endif

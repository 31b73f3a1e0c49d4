/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Read the records of an event's ring buffer:
 *
 *	ring_begin(ring);
 *	while (ring_next(ring, &header, &body, sizeof(body)))
 *		...
 *	ring_end(ring);
 *
 * Records that arrive after ring_begin() wait for the next turn: an event with a
 * short period writes them as fast as they are read.
 */
#ifndef RING_H
#define RING_H

#include <stdbool.h>
#include <sys/mman.h>
#include "event.h"

#define PAGE	4096

struct ring {
	struct perf_event_mmap_page *page;
	unsigned char *data;
	u64 head, tail;
	/* A power of two */
	size_t size;
};

/* Map a ring buffer of PAGES pages, which has to be a power of two. */
static inline void ring_map(struct ring *ring, int fd, unsigned long pages)
{
	unsigned char *at = mmap(NULL, (pages + 1) * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED,
				 fd, 0);

	if (at == MAP_FAILED)
		fail("mmap: %m");
	*ring = (struct ring){
		.page = (void *)at,
		.data = at + PAGE,
		.size = pages * PAGE,
	};
}

static inline void ring_unmap(struct ring *ring)
{
	munmap(ring->page, ring->size + PAGE);
	ring->page = NULL;
}

static inline void ring_begin(struct ring *ring)
{
	ring->head = ring->page->data_head;
	__sync_synchronize();
}

static inline void ring_copy(const struct ring *ring, void *to, u64 at, size_t length)
{
	size_t i;

	for (i = 0; i < length; i++)
		((unsigned char *)to)[i] = ring->data[(at + i) & (ring->size - 1)];
}

/* Copy the header and the first SIZE bytes after it. Return false at the end. */
static inline bool ring_next(struct ring *ring, struct perf_event_header *header, void *body,
			     size_t size)
{
	if (ring->tail >= ring->head)
		return false;
	ring_copy(ring, header, ring->tail, sizeof(*header));
	ring_copy(ring, body, ring->tail + sizeof(*header), size);
	ring->tail += header->size;
	return true;
}

static inline void ring_end(struct ring *ring)
{
	__sync_synchronize();
	ring->page->data_tail = ring->tail;
}

/* Empty the ring. Return the number of its samples. */
static inline unsigned int ring_samples(struct ring *ring)
{
	struct perf_event_header header;
	unsigned int samples = 0;

	if (!ring->page)
		return 0;
	ring_begin(ring);
	while (ring_next(ring, &header, NULL, 0))
		samples += header.type == PERF_RECORD_SAMPLE;
	ring_end(ring);
	return samples;
}

#endif

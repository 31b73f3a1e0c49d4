/* SPDX-License-Identifier: GPL-2.0 */
/* Operations on open events: read, ioctl, ring buffers, signals */
#ifndef FUZZ_EVENTS_H
#define FUZZ_EVENTS_H

#include <fcntl.h>
#include <poll.h>
#include "fuzz-state.h"
#include "loops.h"

static unsigned long cpi;

static int op_close(void)
{
	struct slot *slot = any_slot();

	if (slot->fd <= 0 || slot->fd >= 1000000)
		return slot->fd ? result(close(slot->fd)) : EBADF;
	close_slot(slot);
	return 0;
}

static int op_dup(void)
{
	struct slot *slot = &slots[below(MAX_SLOTS)], *from = any_slot();
	int fd = fcntl(from->fd ?: -1, F_DUPFD_CLOEXEC, 3);

	if (fd < 0)
		return errno;
	if (slot != from) {
		close_slot(slot);
		*slot = *from;
	} else {
		close(slot->fd);
	}
	slot->fd = fd;
	return 0;
}

static int op_read(void)
{
	static u64 buffer[1024];
	static const size_t sizes[] = { 0, 1, 8, 16, 40, 64, 4096, sizeof(buffer) };
	struct slot *slot = any_slot();
	size_t size = ONE_OF(sizes), wanted;
	ssize_t got = read(slot->fd, buffer, size);

	if (got < 0)
		return errno;
	wanted = 8 * (1 + __builtin_popcountll(slot->read_format));
	/* The read of a pinned event in the error state returns 0. */
	if (!slot->fd || !got)
		return ENODATA;
	if (!(slot->read_format & PERF_FORMAT_GROUP) && got != (ssize_t)wanted)
		complain("read of format %#llx returns %zd bytes, not %zu", slot->read_format,
			 got, wanted);
	return 0;
}

static unsigned long draw_group_flag(void)
{
	unsigned long garbage = draw();

	switch (below(16)) {
	case 0:
		return garbage;
	case 1 ... 4:
		return PERF_IOC_FLAG_GROUP;
	}
	return 0;
}

static int op_enable(void)
{
	struct slot *slot = any_slot();

	return result(ioctl(slot->fd, PERF_EVENT_IOC_ENABLE, draw_group_flag()));
}

static int op_disable(void)
{
	struct slot *slot = any_slot();

	return result(ioctl(slot->fd, PERF_EVENT_IOC_DISABLE, draw_group_flag()));
}

static int op_reset(void)
{
	struct slot *slot = any_slot();

	return result(ioctl(slot->fd, PERF_EVENT_IOC_RESET, draw_group_flag()));
}

static int op_refresh(void)
{
	static const int counts[] = { 0, 1, 2, 5, 100, -1, -100, 0x7fffffff };
	struct slot *slot = any_slot();

	return result(ioctl(slot->fd, PERF_EVENT_IOC_REFRESH, ONE_OF(counts)));
}

static int op_period(void)
{
	struct slot *slot = any_slot();
	u64 value = draw_value();

	return result(ioctl(slot->fd, PERF_EVENT_IOC_PERIOD, &value));
}

static int op_mmap(void)
{
	static const size_t sizes[] = { 0, 1, 1, 2, 2, 3, 3, 5, 5, 9, 17, 4, 7 };
	struct map *map = &maps[below(MAX_MAPS)];
	struct slot *slot = any_slot();
	size_t size = ONE_OF(sizes) * PAGE;
	int prot = PROT_READ | (one_in(4) ? 0 : PROT_WRITE);
	void *at = mmap(NULL, size, prot, MAP_SHARED, slot->fd ?: -1, 0);

	if (at == MAP_FAILED)
		return errno;
	if (map->at)
		unmap(map);
	*map = (struct map){
		.at = at, .size = size, .writable = prot & PROT_WRITE, .sigtrap = slot->sigtrap,
	};
	return 0;
}

static int op_munmap(void)
{
	struct map *map = any_map();

	if (!map)
		return ENOENT;
	unmap(map);
	return 0;
}

/* Read the ring. Each record must be valid. */
static int op_drain(void)
{
	struct map *map = any_map();
	struct perf_event_header header;
	struct ring ring;

	/* Without PROT_WRITE the kernel overwrites old records. */
	if (!map || !map->writable || map->size == PAGE)
		return ENOENT;
	ring = (struct ring){
		.page = (void *)map->at, .data = map->at + PAGE, .size = map->size - PAGE,
	};
	ring_begin(&ring);
	ring.tail = ring.page->data_tail;
	/* An event with write_backward decreases the head and ignores the tail. */
	if (ring.head - ring.tail > ring.size) {
		ring.page->data_tail = ring.head;
		return ERANGE;
	}
	while (ring_next(&ring, &header, NULL, 0)) {
		if (!header.type || header.type >= PERF_RECORD_MAX ||
		    header.size < sizeof(header) || header.size % 8 || ring.tail > ring.head) {
			complain("invalid record of type %u and size %u, %llu bytes before the head",
				 header.type, header.size, ring.head - ring.tail + header.size);
			ring.tail = ring.head;
		}
		if (header.type == PERF_RECORD_SAMPLE)
			count(&shared->samples);
	}
	ring_end(&ring);
	return 0;
}

/* Read the control page like a program that reads the counter in user mode. */
static int op_page(void)
{
	struct map *map = any_map();
	volatile struct perf_event_mmap_page *page;
	u64 enabled, running, offset;
	uint32_t lock, index;
	int tries = 100;

	if (!map)
		return ENOENT;
	page = (void *)map->at;
	do {
		lock = page->lock;
		__sync_synchronize();
		enabled = page->time_enabled;
		running = page->time_running;
		index = page->cap_user_rdpmc ? page->index : 0;
		offset = page->offset;
		__sync_synchronize();
	} while (page->lock != lock && --tries);
	if (index)
		complain("the control page offers counter %u to user mode", index);
	return tries && enabled | running | offset ? 0 : ENODATA;
}

static int op_poll(void)
{
	struct slot *slot = any_slot();
	struct pollfd pollfd = { .fd = slot->fd, .events = POLLIN };
	int timeout = below(3);

	if (poll(&pollfd, 1, timeout) < 0)
		return errno;
	return pollfd.fd < 0 || pollfd.revents & (POLLNVAL | POLLERR) ? EBADF : 0;
}

static int op_fasync(void)
{
	static const int signals[] = { 0, SIGIO, SIGUSR1, 40, 65 };
	struct slot *slot = any_slot();
	int number = ONE_OF(signals), flags = one_in(3) ? 0 : O_ASYNC;
	pid_t child = any_child(), owner = one_in(3) ? child : getpid();

	if (slot->fd <= 0)
		return EBADF;
	return result(fcntl(slot->fd, F_SETOWN, owner)) ?:
	       result(fcntl(slot->fd, F_SETSIG, number)) ?:
	       result(fcntl(slot->fd, F_SETFL, O_RDWR | flags));
}

/*
 * A group of cycles and instructions beside all other events. If it ran all the time, the
 * instructions include the loop, and cycles are CPI times the instructions.
 */
static int op_exact(void)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_HARDWARE, .size = sizeof(attr), .disabled = 1,
		.config = PERF_COUNT_HW_CPU_CYCLES, .pinned = one_in(2),
		.read_format = PERF_FORMAT_GROUP | READ_TIMES,
	};
	struct {
		u64 events, enabled, running, cycles, instructions;
	} got = { 0 };
	unsigned long loops = 1 + below(10000);
	int leader = try_open(&attr, 0, NO_LEADER), sibling, error;

	if (leader < 0)
		return errno;
	attr.config = PERF_COUNT_HW_INSTRUCTIONS;
	attr.disabled = attr.pinned = 0;
	sibling = try_open(&attr, 0, leader);
	error = result(sibling) ?:
		result(ioctl(leader, PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP));
	known_loop(loops);
	error = error ?: result(ioctl(leader, PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP));
	if (!error && read(leader, &got, sizeof(got)) != sizeof(got))
		error = ENODATA;
	close(sibling);
	close(leader);
	if (error)
		return error;
	if (got.running != got.enabled || !got.running)
		return EBUSY;
	if (got.instructions < 2 * loops + 1 || (cpi && got.cycles != cpi * got.instructions))
		complain("a loop of %lu instructions counts %llu instructions and %llu cycles",
			 2 * loops + 1, got.instructions, got.cycles);
	count(&shared->exact);
	return 0;
}

#endif

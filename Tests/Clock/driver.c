// Advances the page of clock.c, but only while a test's process and all processes below it are at
// rest: each of their other threads sleeps, and none has run between two looks. A program that is
// starved or stopped is not at rest, so that it misses nothing, however busy the machine is.

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include "page.h"

enum {
  most_threads = 2048,
  least_step = 1000000,    // ns
  first_pause = 100000,    // ns, before another look at programs that work
  longest_pause = 3000000, // ns
};

// A thread that is observed. Its files stay open, because it is looked at often.
typedef struct {
  pid_t process, thread;
  int stat, schedstat;
  int64_t used;  // processor time, in ns
  int64_t turns; // how often it was given a processor
  int has_run;   // since the look before
} Thread;

static Thread threads[most_threads];
static int count;
static int working = -1; // a thread that was found awake; the first one to look at again

static int open_file(pid_t process, pid_t thread, const char *name) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task/%d/%s", process, thread, name);
  return open(path, O_RDONLY | O_CLOEXEC);
}

static int read_file(int file, char *text, size_t size) {
  ssize_t length = pread(file, text, size - 1, 0);
  text[length > 0 ? length : 0] = 0;
  return length > 0;
}

static Thread *find(pid_t process, pid_t thread) {
  for (int number = 0; number < count; number++)
    if (threads[number].thread == thread && threads[number].process == process)
      return &threads[number];
  return NULL;
}

static void add(pid_t process, pid_t thread) {
  if (count == most_threads || thread == gettid())
    return;
  threads[count++] = (Thread){.process = process,
                              .thread = thread,
                              .stat = open_file(process, thread, "stat"),
                              .schedstat = open_file(process, thread, "schedstat"),
                              .has_run = 1};
}

static void forget(int number) {
  close(threads[number].stat);
  close(threads[number].schedstat);
  threads[number] = threads[--count];
  working = -1;
}

// Adds the new threads of a process, and its new children with theirs.
static void search(pid_t process) {
  char path[64], text[4096];
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *folder = opendir(path);
  if (!folder)
    return;
  struct dirent *entry;
  while ((entry = readdir(folder))) {
    pid_t thread = atoi(entry->d_name);
    if (thread == 0)
      continue;
    if (!find(process, thread))
      add(process, thread);
    int children = open_file(process, thread, "children");
    if (read_file(children, text, sizeof text)) {
      char *next = text, *end;
      for (long child; child = strtol(next, &end, 10), end != next; next = end)
        if (!find(child, child))
          search(child);
    }
    close(children);
  }
  closedir(folder);
}

// Notes whether a thread has run. Returns whether it still exists.
static int look_at(Thread *thread) {
  char text[128], *next;
  if (!read_file(thread->schedstat, text, sizeof text))
    return 0;
  // Its time on a processor, its time waiting for one, and how often it was given one.
  int64_t used = strtoll(text, &next, 10);
  strtoll(next, &next, 10);
  int64_t turns = strtoll(next, &next, 10);
  thread->has_run = used != thread->used || turns != thread->turns;
  thread->used = used;
  thread->turns = turns;
  return 1;
}

static int sleeps(const Thread *thread) {
  char text[512];
  if (!read_file(thread->stat, text, sizeof text))
    return 0;
  const char *name = strrchr(text, ')');
  return name && name[1] && strchr("SITZX", name[2]);
}

// The newest thread of the machine.
static long newest(void) {
  static int file = -1;
  char text[64];
  if (file < 0)
    file = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
  const char *last = read_file(file, text, sizeof text) ? strrchr(text, ' ') : NULL;
  return last ? atol(last) : -1;
}

// Returns whether there was a moment since the look before in which all threads slept.
static int are_at_rest(pid_t root) {
  if (working >= 0 && look_at(&threads[working]) && !sleeps(&threads[working]))
    return 0;
  int result = 1;
  working = -1;
  for (int number = count - 1; number >= 0; number--) {
    Thread *thread = &threads[number];
    if (!look_at(thread)) {
      forget(number);
      result = 0;
    } else if (thread->has_run || (result && !sleeps(thread))) {
      if (working < 0 && !sleeps(thread))
        working = number;
      result = 0;
    }
  }
  static long newest_searched = -2;
  long newest_now = newest();
  if (newest_now != newest_searched) {
    newest_searched = newest_now;
    pid_t last = root;
    search(root);
    for (int number = 0, known = count; number < known; number++)
      if (threads[number].process != last)
        search(last = threads[number].process);
  }
  for (int number = 0; number < count; number++)
    result &= !threads[number].has_run;
  return result;
}

static int64_t used(void) {
  int64_t sum = 0;
  for (int number = 0; number < count; number++)
    sum += threads[number].used;
  return sum;
}

static void pause_for(long nanoseconds) {
  struct timespec time = {.tv_nsec = nanoseconds};
  nanosleep(&time, NULL);
}

// Waits until `root` and the processes below it are at rest, or have used `busy` ns of processor time,
// or the kernel's time is `until`. Returns whether they are at rest.
int clock_rest(pid_t root, int64_t busy, int64_t until) {
  if (are_at_rest(root))
    return 1;
  int64_t before = used();
  for (long pause = first_pause;; pause += pause / 2) {
    pause_for(pause < longest_pause ? pause : longest_pause);
    if (are_at_rest(root))
      return 1;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (used() - before > busy || now.tv_sec * (int64_t)second + now.tv_nsec > until)
      return 0;
  }
}

// The end of the next wait of any process.
static Nanoseconds next_due(Page *page) {
  Nanoseconds due = never;
  for (int number = 0; number < most_processes; number++) {
    pid_t process = atomic_load(&page->waits[number].process);
    if (process == 0)
      continue;
    if (kill(process, 0) != 0 && errno == ESRCH) {
      atomic_store(&page->waits[number].process, 0);
      continue;
    }
    Nanoseconds its = atomic_load(&page->waits[number].due);
    if (its < due)
      due = its;
  }
  return due;
}

void clock_set(Page *page, Nanoseconds now) {
  atomic_store(&page->now, now);
  atomic_fetch_add(&page->turn, 1);
  syscall(SYS_futex, &page->turn, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
}

// Waits for a rest, and then advances from each wait's end to the next, with a rest after each, until
// `most` ns have passed or, if not `all` of them are to pass, after one step. Returns how many have.
int64_t clock_pass(Page *page, pid_t root, int64_t most, int all, int64_t busy, int64_t until) {
  Nanoseconds first = atomic_load(&page->now), now = first, end = first + most;
  clock_rest(root, busy, until);
  do {
    Nanoseconds due = next_due(page);
    if (due < now + least_step)
      due = now + least_step;
    now = due < end ? due : end;
    clock_set(page, now);
    clock_rest(root, busy, until);
  } while (all && now < end);
  return now - first;
}

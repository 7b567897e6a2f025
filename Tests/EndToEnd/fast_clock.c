// Clocks that a test controls. They are loaded into a program before its libraries (LD_PRELOAD), so
// that a day passes in minutes. The file named by FAST_CLOCK has the speed of time, and how long the
// computer has slept; fast_clock.py writes it.
//
// Waits are divided into slices of some milliseconds, and the time is checked after each.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

typedef int64_t Nanoseconds;

static const Nanoseconds second = 1000000000, slice = 2000000;
enum { slice_in_ms = 2, last_file = 4096 };

// The content of the file, as fast_clock.py packs it. The times are those of CLOCK_MONOTONIC.
typedef struct {
  _Atomic uint64_t version; // odd while it is written
  Nanoseconds since;        // the kernel's time when the present speed began
  Nanoseconds shown;        // the program's time then
  Nanoseconds slept;
  double speed;
} Clock;

static Clock *shared;

static int kernel_time(clockid_t id, struct timespec *time) {
  return (int)syscall(SYS_clock_gettime, id, time);
}

static Nanoseconds whole(const struct timespec *time) {
  return time->tv_sec * second + time->tv_nsec;
}

static struct timespec parts(Nanoseconds time) {
  if (time < 0)
    time = 0;
  return (struct timespec){.tv_sec = time / second, .tv_nsec = time % second};
}

static Clock read_clock(void) {
  Clock read;
  uint64_t version;
  do {
    while ((version = atomic_load(&shared->version)) & 1)
      ;
    memcpy(&read, shared, sizeof read);
  } while (atomic_load(&shared->version) != version);
  return read;
}

static Nanoseconds now(clockid_t id) {
  struct timespec time;
  Clock clock = read_clock();
  kernel_time(CLOCK_MONOTONIC, &time);
  Nanoseconds kernel = whole(&time);
  Nanoseconds monotonic = clock.shown + (Nanoseconds)((double)(kernel - clock.since) * clock.speed);
  if (id == CLOCK_MONOTONIC || id == CLOCK_MONOTONIC_RAW || id == CLOCK_MONOTONIC_COARSE)
    return monotonic;
  kernel_time(id, &time);
  return whole(&time) + monotonic - kernel + clock.slept;
}

static int is_moved(clockid_t id) {
  switch (id) {
  case CLOCK_REALTIME:
  case CLOCK_REALTIME_COARSE:
  case CLOCK_MONOTONIC:
  case CLOCK_MONOTONIC_RAW:
  case CLOCK_MONOTONIC_COARSE:
  case CLOCK_BOOTTIME:
    return shared != NULL;
  default:
    return 0;
  }
}

int clock_gettime(clockid_t id, struct timespec *time) {
  if (!is_moved(id))
    return kernel_time(id, time);
  *time = parts(now(id));
  return 0;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  (void)zone;
  struct timespec precise;
  clock_gettime(CLOCK_REALTIME, &precise);
  *time = (struct timeval){.tv_sec = precise.tv_sec, .tv_usec = precise.tv_nsec / 1000};
  return 0;
}

time_t time(time_t *result) {
  struct timespec precise;
  clock_gettime(CLOCK_REALTIME, &precise);
  if (result)
    *result = precise.tv_sec;
  return precise.tv_sec;
}

// MARK: Waiting

// The end of a wait on the program's clock, and the length of its next slice on the kernel's clock.
static Nanoseconds end_after(Nanoseconds length) { return now(CLOCK_MONOTONIC) + length; }

static struct timespec next_slice(Nanoseconds end) {
  Nanoseconds left = end - now(CLOCK_MONOTONIC);
  return parts(left < slice ? left : slice);
}

int ppoll(struct pollfd *files, nfds_t count, const struct timespec *limit, const sigset_t *mask) {
  static int (*kernel)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
  if (!kernel)
    kernel = dlsym(RTLD_NEXT, "ppoll");
  if (!limit || !shared || whole(limit) == 0)
    return kernel(files, count, limit, mask);
  Nanoseconds end = end_after(whole(limit));
  while (1) {
    struct timespec some = next_slice(end);
    int found = kernel(files, count, &some, mask);
    if (found != 0 || now(CLOCK_MONOTONIC) >= end)
      return found;
  }
}

int poll(struct pollfd *files, nfds_t count, int milliseconds) {
  struct timespec limit = parts((Nanoseconds)milliseconds * 1000000);
  return ppoll(files, count, milliseconds < 0 ? NULL : &limit, NULL);
}

int __poll_chk(struct pollfd *files, nfds_t count, int milliseconds, size_t size) {
  (void)size;
  return poll(files, count, milliseconds);
}

int epoll_wait(int file, struct epoll_event *events, int count, int milliseconds) {
  static int (*kernel)(int, struct epoll_event *, int, int);
  if (!kernel)
    kernel = dlsym(RTLD_NEXT, "epoll_wait");
  if (milliseconds <= 0 || !shared)
    return kernel(file, events, count, milliseconds);
  Nanoseconds end = end_after((Nanoseconds)milliseconds * 1000000);
  while (1) {
    int found = kernel(file, events, count, slice_in_ms);
    if (found != 0 || now(CLOCK_MONOTONIC) >= end)
      return found;
  }
}

int clock_nanosleep(clockid_t id, int flags, const struct timespec *time, struct timespec *left) {
  if (!is_moved(id))
    return syscall(SYS_clock_nanosleep, id, flags, time, left) == 0 ? 0 : errno;
  Nanoseconds end = flags & TIMER_ABSTIME ? whole(time) : now(id) + whole(time);
  while (now(id) < end) {
    struct timespec some = parts(slice);
    syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &some, NULL);
  }
  return 0;
}

int nanosleep(const struct timespec *time, struct timespec *left) {
  return clock_nanosleep(CLOCK_MONOTONIC, 0, time, left);
}

static int wait_in_slices(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t id,
                          const struct timespec *end) {
  static int (*kernel)(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);
  if (!kernel)
    kernel = dlsym(RTLD_NEXT, "pthread_cond_clockwait");
  if (!shared)
    return kernel(condition, mutex, id, end);
  while (1) {
    struct timespec time;
    kernel_time(CLOCK_MONOTONIC, &time);
    struct timespec some = parts(whole(&time) + slice);
    int result = kernel(condition, mutex, CLOCK_MONOTONIC, &some);
    if (result != ETIMEDOUT || now(id) >= whole(end))
      return result;
  }
}

int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t id,
                           const struct timespec *end) {
  return wait_in_slices(condition, mutex, id, end);
}

// Infers the clock of a condition from the deadline: one of more than 10⁹ s is on CLOCK_REALTIME,
// since no computer has run for so many years.
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                           const struct timespec *end) {
  return wait_in_slices(condition, mutex,
                        end->tv_sec > 1000000000 ? CLOCK_REALTIME : CLOCK_MONOTONIC, end);
}

// MARK: Timers that are files

typedef struct {
  clockid_t id;
  _Atomic Nanoseconds due; // 0 if it is not set
  Nanoseconds interval;
} Timer;

static Timer timers[last_file];
static int (*set_timer)(int, int, const struct itimerspec *, struct itimerspec *);

int timerfd_create(int id, int flags) {
  static int (*kernel)(int, int);
  if (!kernel)
    kernel = dlsym(RTLD_NEXT, "timerfd_create");
  int file = kernel(id, flags);
  if (file >= 0 && file < last_file)
    timers[file] = (Timer){.id = id};
  return file;
}

int timerfd_settime(int file, int flags, const struct itimerspec *time, struct itimerspec *before) {
  if (file < 0 || file >= last_file || !is_moved(timers[file].id))
    return set_timer(file, flags, time, before);
  Timer *timer = &timers[file];
  struct itimerspec never = {0};
  int result = set_timer(file, 0, &never, before);
  Nanoseconds value = whole(&time->it_value);
  timer->interval = whole(&time->it_interval);
  if (value != 0 && !(flags & TFD_TIMER_ABSTIME))
    value += now(timer->id);
  atomic_store(&timer->due, value);
  return result;
}

static void *keep_timers(void *nothing) {
  while (1) {
    struct timespec some = parts(slice);
    syscall(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, &some, NULL);
    for (int file = 0; file < last_file; file++) {
      Nanoseconds due = atomic_load(&timers[file].due);
      if (due == 0 || now(timers[file].id) < due)
        continue;
      Nanoseconds next = timers[file].interval ? due + timers[file].interval : 0;
      if (!atomic_compare_exchange_strong(&timers[file].due, &due, next))
        continue;
      struct itimerspec at_once = {.it_value.tv_nsec = 1};
      set_timer(file, 0, &at_once, NULL);
    }
  }
  return nothing;
}

__attribute__((constructor)) static void begin(void) {
  set_timer = dlsym(RTLD_NEXT, "timerfd_settime");
  const char *path = getenv("FAST_CLOCK");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0)
    return;
  void *page = mmap(NULL, sizeof(Clock), PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (page == MAP_FAILED)
    return;
  shared = page;
  pthread_t thread;
  pthread_create(&thread, NULL, keep_timers, NULL);
}

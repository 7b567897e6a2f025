// A clock that a test advances. Loaded into a program before its libraries (LD_PRELOAD), it answers
// each question for the time and ends each wait by the page that TEST_CLOCK names. clock.py makes the
// page and advances it.
//
// The clock moves CLOCK_MONOTONIC and its relatives. The date stays the kernel's, so that it agrees
// with the times of files, unless the page puts it ahead.
//
// A process publishes the time at which its next wait ends, and sleeps until a thread of its own
// tells it that this time has come. At rest it uses no processor time.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "page.h"

enum { last_file = 1024 };

static Page *page;
static int place = -1; // of this process in `page->waits`

// MARK: Time

static int kernel_time(clockid_t id, struct timespec *time) {
  return (int)syscall(SYS_clock_gettime, id, time);
}

static Nanoseconds whole(const struct timespec *time) {
  return time->tv_sec * (Nanoseconds)second + time->tv_nsec;
}

static struct timespec parts(Nanoseconds time) {
  if (time < 0)
    time = 0;
  return (struct timespec){.tv_sec = time / second, .tv_nsec = time % second};
}

static int is_moved(clockid_t id) {
  return page && (id == CLOCK_MONOTONIC || id == CLOCK_MONOTONIC_RAW ||
                  id == CLOCK_MONOTONIC_COARSE || id == CLOCK_BOOTTIME);
}

static int is_date(clockid_t id) {
  return page && (id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE);
}

int clock_gettime(clockid_t id, struct timespec *time) {
  if (is_moved(id)) {
    *time = parts(atomic_load(&page->now));
    return 0;
  }
  int result = kernel_time(id, time);
  if (is_date(id))
    *time = parts(whole(time) + atomic_load(&page->ahead));
  return result;
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

// MARK: Waits of this process

typedef struct Wait {
  struct Wait *next;
  Nanoseconds due;
  pid_t thread;
} Wait;

typedef struct {
  clockid_t id;
  Nanoseconds due; // `never` if it is not set
  Nanoseconds interval;
} Timer;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Wait *waits;
static Timer timers[last_file];
static int timers_end; // behind the last timer that was ever set
static __thread volatile sig_atomic_t is_woken;
static int (*set_timer)(int, int, const struct itimerspec *, struct itimerspec *);

static int wake_signal(void) { return SIGRTMIN + 9; }

static void on_wake(int number) {
  (void)number;
  is_woken = 1;
}

// Call it with the lock.
static void publish(void) {
  Nanoseconds due = never;
  for (Wait *wait = waits; wait; wait = wait->next)
    if (wait->due < due)
      due = wait->due;
  for (int file = 0; file < timers_end; file++)
    if (timers[file].due < due)
      due = timers[file].due;
  if (place >= 0)
    atomic_store(&page->waits[place].due, due);
}

static void *keep_time(void *nothing);

// Starts the thread that keeps the time. It begins with the first wait, since a process with several
// threads cannot enter other namespaces. Call it with the lock.
static void start_keeping(void) {
  static int is_started;
  if (is_started)
    return;
  is_started = 1;
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pthread_t thread;
  pthread_create(&thread, NULL, keep_time, NULL);
  pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void begin_wait(Wait *wait, Nanoseconds due) {
  *wait = (Wait){.due = due, .thread = gettid()};
  pthread_mutex_lock(&lock);
  start_keeping();
  wait->next = waits;
  waits = wait;
  publish();
  pthread_mutex_unlock(&lock);
}

static void end_wait(Wait *wait) {
  pthread_mutex_lock(&lock);
  for (Wait **link = &waits; *link; link = &(*link)->next)
    if (*link == wait) {
      *link = wait->next;
      break;
    }
  publish();
  pthread_mutex_unlock(&lock);
}

// Wakes the threads whose waits are over, and lets due timers fire.
static void *keep_time(void *nothing) {
  while (1) {
    uint32_t turn = atomic_load(&page->turn);
    Nanoseconds now = atomic_load(&page->now);
    pthread_mutex_lock(&lock);
    for (Wait *wait = waits; wait; wait = wait->next)
      if (wait->due <= now)
        syscall(SYS_tgkill, getpid(), wait->thread, wake_signal());
    for (int file = 0; file < timers_end; file++) {
      Timer *timer = &timers[file];
      if (timer->due > now)
        continue;
      timer->due = timer->interval ? timer->due + timer->interval : never;
      struct itimerspec at_once = {.it_value.tv_nsec = 1};
      set_timer(file, 0, &at_once, NULL);
    }
    publish();
    pthread_mutex_unlock(&lock);
    syscall(SYS_futex, &page->turn, FUTEX_WAIT, turn, NULL, NULL, 0);
  }
  return nothing;
}

// Waits by `sleep`, which gets a signal mask, until it returns something else than an interruption by
// the clock, or the time has come: then returns 0.
#define WAIT(length, mask, sleep)                                                                  \
  ({                                                                                               \
    sigset_t wakers, before, during;                                                               \
    sigemptyset(&wakers);                                                                          \
    sigaddset(&wakers, wake_signal());                                                             \
    pthread_sigmask(SIG_BLOCK, &wakers, &before);                                                  \
    during = (mask) ? *(const sigset_t *)(mask) : before;                                          \
    sigdelset(&during, wake_signal());                                                             \
    Nanoseconds due = atomic_load(&page->now) + (length);                                          \
    if (due < 0)                                                                                   \
      due = never;                                                                                 \
    Wait wait;                                                                                     \
    begin_wait(&wait, due);                                                                        \
    int result;                                                                                    \
    while (1) {                                                                                    \
      is_woken = 0;                                                                                \
      if (atomic_load(&page->now) >= due) {                                                        \
        result = 0;                                                                                \
        break;                                                                                     \
      }                                                                                            \
      result = sleep;                                                                              \
      if (result >= 0 || errno != EINTR || !is_woken)                                              \
        break;                                                                                     \
    }                                                                                              \
    int reason = errno;                                                                            \
    end_wait(&wait);                                                                               \
    errno = reason;                                                                                \
    result;                                                                                        \
  })

#define KERNEL(name)                                                                               \
  static __typeof__(&name) kernel;                                                                 \
  if (!kernel)                                                                                     \
  kernel = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

int ppoll(struct pollfd *files, nfds_t count, const struct timespec *limit, const sigset_t *mask) {
  KERNEL(ppoll);
  if (!page || !limit || whole(limit) == 0)
    return kernel(files, count, limit, mask);
  int result = kernel(files, count, &(struct timespec){0}, mask);
  if (result != 0)
    return result;
  return WAIT(whole(limit), mask, kernel(files, count, NULL, &during));
}

int __ppoll_chk(struct pollfd *files, nfds_t count, const struct timespec *limit,
                const sigset_t *mask, size_t size) {
  (void)size;
  return ppoll(files, count, limit, mask);
}

int poll(struct pollfd *files, nfds_t count, int milliseconds) {
  struct timespec limit = parts((Nanoseconds)milliseconds * 1000000);
  return ppoll(files, count, milliseconds < 0 ? NULL : &limit, NULL);
}

int __poll_chk(struct pollfd *files, nfds_t count, int milliseconds, size_t size) {
  (void)size;
  return poll(files, count, milliseconds);
}

int pselect(int count, fd_set *reading, fd_set *writing, fd_set *failing,
            const struct timespec *limit, const sigset_t *mask) {
  KERNEL(pselect);
  if (!page || !limit || whole(limit) == 0)
    return kernel(count, reading, writing, failing, limit, mask);
  fd_set sets[3], *given[3] = {reading, writing, failing};
  for (int set = 0; set < 3; set++)
    if (given[set])
      sets[set] = *given[set];
#define AGAIN(set) (given[set] ? (*given[set] = sets[set], given[set]) : NULL)
  int result = WAIT(whole(limit), mask,
                    kernel(count, AGAIN(0), AGAIN(1), AGAIN(2), NULL, &during));
  if (result == 0)
    for (int set = 0; set < 3; set++)
      if (given[set])
        FD_ZERO(given[set]);
  return result;
}

int select(int count, fd_set *reading, fd_set *writing, fd_set *failing, struct timeval *limit) {
  if (!limit)
    return pselect(count, reading, writing, failing, NULL, NULL);
  struct timespec precise = {.tv_sec = limit->tv_sec, .tv_nsec = limit->tv_usec * 1000};
  return pselect(count, reading, writing, failing, &precise, NULL);
}

int epoll_pwait(int file, struct epoll_event *events, int count, int milliseconds,
                const sigset_t *mask) {
  KERNEL(epoll_pwait);
  if (!page || milliseconds <= 0)
    return kernel(file, events, count, milliseconds, mask);
  return WAIT((Nanoseconds)milliseconds * 1000000, mask,
              kernel(file, events, count, -1, &during));
}

int epoll_wait(int file, struct epoll_event *events, int count, int milliseconds) {
  return epoll_pwait(file, events, count, milliseconds, NULL);
}

int clock_nanosleep(clockid_t id, int flags, const struct timespec *time, struct timespec *left) {
  if (!is_moved(id) && !is_date(id))
    return syscall(SYS_clock_nanosleep, id, flags, time, left) == 0 ? 0 : errno;
  Nanoseconds length = whole(time);
  if (flags & TIMER_ABSTIME) {
    struct timespec now;
    clock_gettime(id, &now);
    length -= whole(&now);
  }
  struct pollfd none;
  static int (*sleep)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
  if (!sleep)
    sleep = (__typeof__(sleep))dlsym(RTLD_NEXT, "ppoll");
  if (WAIT(length, NULL, sleep(&none, 0, NULL, &during)) == 0)
    return 0;
  if (left)
    *left = (struct timespec){0};
  return errno;
}

int nanosleep(const struct timespec *time, struct timespec *left) {
  int result = clock_nanosleep(CLOCK_MONOTONIC, 0, time, left);
  if (result == 0)
    return 0;
  errno = result;
  return -1;
}

int usleep(useconds_t microseconds) {
  struct timespec time = parts((Nanoseconds)microseconds * 1000);
  return nanosleep(&time, NULL);
}

unsigned sleep(unsigned seconds) {
  struct timespec time = {.tv_sec = seconds};
  return nanosleep(&time, NULL) == 0 ? 0 : seconds;
}

// A wait for a condition cannot be interrupted, so it is cut into slices.
static int wait_in_slices(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t id,
                          const struct timespec *end) {
  KERNEL(pthread_cond_clockwait);
  if (!page)
    return kernel(condition, mutex, id, end);
  struct timespec now;
  clock_gettime(id, &now);
  Nanoseconds due = atomic_load(&page->now) + whole(end) - whole(&now);
  Wait wait;
  begin_wait(&wait, due);
  wait.thread = 0;
  int result;
  do {
    struct timespec time;
    kernel_time(CLOCK_MONOTONIC, &time);
    struct timespec some = parts(whole(&time) + 4000000);
    result = kernel(condition, mutex, CLOCK_MONOTONIC, &some);
  } while (result == ETIMEDOUT && atomic_load(&page->now) < due);
  end_wait(&wait);
  return result;
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

int timerfd_create(int id, int flags) {
  KERNEL(timerfd_create);
  int file = kernel(id, flags);
  if (page && file >= 0 && file < last_file) {
    pthread_mutex_lock(&lock);
    timers[file] = (Timer){.id = id, .due = never};
    for (; timers_end <= file; timers_end++)
      if (timers_end < file)
        timers[timers_end].due = never;
    pthread_mutex_unlock(&lock);
  }
  return file;
}

int timerfd_settime(int file, int flags, const struct itimerspec *time, struct itimerspec *before) {
  if (file < 0 || file >= timers_end || !(is_moved(timers[file].id) || is_date(timers[file].id)))
    return set_timer(file, flags, time, before);
  struct itimerspec nothing = {0};
  pthread_mutex_lock(&lock);
  start_keeping();
  Timer *timer = &timers[file];
  int result = set_timer(file, 0, &nothing, before);
  Nanoseconds value = whole(&time->it_value);
  timer->interval = whole(&time->it_interval);
  if (value == 0) {
    timer->due = never;
  } else {
    if (flags & TFD_TIMER_ABSTIME) {
      struct timespec now;
      clock_gettime(timer->id, &now);
      value -= whole(&now);
    }
    timer->due = atomic_load(&page->now) + (value > 0 ? value : 0);
    if (value <= 0) {
      struct itimerspec at_once = {.it_value.tv_nsec = 1};
      set_timer(file, 0, &at_once, NULL);
      timer->due = timer->interval ? timer->due + timer->interval : never;
    }
  }
  publish();
  pthread_mutex_unlock(&lock);
  return result;
}

// MARK: Beginning

static void *map(const char *path) {
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0)
    return NULL;
  void *mapped = mmap(NULL, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  return mapped == MAP_FAILED ? NULL : mapped;
}

// A forked process has no thread that keeps the time, until it executes a program.
static void forked(void) { page = NULL; }

static void end(void) {
  if (page && place >= 0) {
    atomic_store(&page->waits[place].due, never);
    atomic_store(&page->waits[place].process, 0);
  }
}

__attribute__((constructor)) static void begin(void) {
  set_timer = (__typeof__(set_timer))dlsym(RTLD_NEXT, "timerfd_settime");
  const char *path = getenv("TEST_CLOCK");
  Page *mapped = path ? map(path) : NULL;
  if (!mapped)
    return;
  struct sigaction action = {.sa_handler = on_wake, .sa_flags = SA_RESTART};
  sigaction(wake_signal(), &action, NULL);
  // The program that this process executed before may have published a wait.
  for (int number = 0; number < most_processes; number++)
    if (atomic_load(&mapped->waits[number].process) == getpid())
      atomic_store(&mapped->waits[number].process, 0);
  for (int number = 0; number < most_processes && place < 0; number++) {
    int64_t nobody = 0;
    if (atomic_compare_exchange_strong(&mapped->waits[number].process, &nobody, getpid())) {
      atomic_store(&mapped->waits[number].due, never);
      place = number;
    }
  }
  page = mapped;
  pthread_atfork(NULL, NULL, forked);
  atexit(end);
}

#define _GNU_SOURCE
#include "companion_sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "readable_folders.h"

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

static bool limit(int resource, rlim_t most) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return false;
  if (limit.rlim_max != RLIM_INFINITY && limit.rlim_max < most) most = limit.rlim_max;
  limit.rlim_cur = limit.rlim_max = most;
  return setrlimit(resource, &limit) == 0;
}

bool companion_limit(enum companion_files files) {
  /* Libraries write their warnings to the third file, which must not be a font then. */
  unsigned first = files == COMPANION_NO_FILES ? 2u : 3u;
  if (syscall(SYS_close_range, first, ~0u, 0u) != 0) {
    for (int fd = (int)first; fd < 1024; fd++) close(fd);
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_DUMPABLE, 0);
  return limit(RLIMIT_AS, (rlim_t)1 << 30) && limit(RLIMIT_CPU, 10) && limit(RLIMIT_FSIZE, 0) &&
         limit(RLIMIT_CORE, 0) && limit(RLIMIT_NOFILE, files == COMPANION_NO_FILES ? 2 : 64) &&
         prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
}

#ifdef ARCHITECTURE

/* Pipes, memory and the library's threads. */
static const unsigned basic_calls[] = {
    __NR_read, __NR_write, __NR_brk, __NR_munmap, __NR_mremap, __NR_madvise, __NR_futex, __NR_exit,
    __NR_exit_group, __NR_rt_sigprocmask, __NR_rt_sigreturn, __NR_set_robust_list,
    __NR_sched_getaffinity, __NR_sched_yield, __NR_clock_gettime, __NR_getpid, __NR_gettid,
#ifdef __NR_rseq
    __NR_rseq,
#endif
};

/* Looking at files and reading them; opening is checked below. */
static const unsigned reading_calls[] = {
    __NR_close, __NR_fstat, __NR_newfstatat, __NR_lseek, __NR_pread64, __NR_getdents64,
    __NR_readlinkat, __NR_faccessat, __NR_fstatfs, __NR_statfs, __NR_fcntl, __NR_getcwd, __NR_uname,
    __NR_getuid, __NR_geteuid, __NR_getgid, __NR_getegid, __NR_getrandom, __NR_sysinfo,
#ifdef __NR_statx
    __NR_statx,
#endif
#ifdef __NR_faccessat2
    __NR_faccessat2,
#endif
#ifdef __NR_access
    __NR_access,
#endif
#ifdef __NR_readlink
    __NR_readlink,
#endif
#ifdef __NR_stat
    __NR_stat,
#endif
#ifdef __NR_lstat
    __NR_lstat,
#endif
};

enum { STATEMENTS = 160 };

struct filter {
  struct sock_filter statements[STATEMENTS];
  unsigned short length;
};

static void add(struct filter *filter, struct sock_filter statement) {
  if (filter->length < STATEMENTS) filter->statements[filter->length++] = statement;
}

static void load(struct filter *filter, unsigned offset) {
  add(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset));
}

static void answer(struct filter *filter, unsigned action) {
  add(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

/* Skips a number of statements unless the loaded word passes the test. */
static void unless(struct filter *filter, unsigned short test, unsigned value, unsigned char skipped) {
  add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | test | BPF_K, value, 0, skipped));
}

static void allow(struct filter *filter, const unsigned *calls, size_t count) {
  for (size_t i = 0; i < count; i++) {
    unless(filter, BPF_JEQ, calls[i], 1);
    answer(filter, SECCOMP_RET_ALLOW);
  }
}

enum { REFUSAL = SECCOMP_RET_ERRNO | EPERM };

/* Allows a call only if an argument has one of some bits, or none of them. */
static void allow_if(struct filter *filter, unsigned call, int argument, unsigned bits, bool has_bits) {
  unless(filter, BPF_JEQ, call, 4);
  load(filter, (unsigned)(offsetof(struct seccomp_data, args) + 8u * (unsigned)argument));
  unless(filter, BPF_JSET, bits, 1);
  answer(filter, has_bits ? SECCOMP_RET_ALLOW : REFUSAL);
  answer(filter, has_bits ? REFUSAL : SECCOMP_RET_ALLOW);
}

#define COUNT(list) (sizeof list / sizeof *list)

bool companion_refuse_calls(enum companion_files files) {
  if (files == COMPANION_READS_FONTS) companion_hide_other_folders();
  struct filter filter = {.length = 0};
  load(&filter, offsetof(struct seccomp_data, arch));
  add(&filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
  answer(&filter, SECCOMP_RET_KILL_PROCESS);
  load(&filter, offsetof(struct seccomp_data, nr));
  allow(&filter, basic_calls, COUNT(basic_calls));
  if (files == COMPANION_READS_FONTS) {
    allow(&filter, reading_calls, COUNT(reading_calls));
    allow_if(&filter, __NR_openat, 2, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, false);
  }
  /* Its flags are in memory, which filters cannot read: the C library falls back to clone. */
#ifdef __NR_clone3
  unless(&filter, BPF_JEQ, __NR_clone3, 1);
  answer(&filter, SECCOMP_RET_ERRNO | ENOSYS);
#endif
  /* Threads, no processes. */
  allow_if(&filter, __NR_clone, 0, CLONE_THREAD, true);
  /* Never executable: both have the protection as third argument. */
  allow_if(&filter, __NR_mmap, 2, PROT_EXEC, false);
  allow_if(&filter, __NR_mprotect, 2, PROT_EXEC, false);
  answer(&filter, REFUSAL);
  struct sock_fprog program = {.len = filter.length, .filter = filter.statements};
  return filter.length < STATEMENTS && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#else

bool companion_refuse_calls(enum companion_files files) {
  if (files == COMPANION_READS_FONTS) companion_hide_other_folders();
  return true;
}

#endif

#define _GNU_SOURCE
#include <errno.h>
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

#include "pixels.h"

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

#ifdef ARCHITECTURE

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ANSWER(action) BPF_STMT(BPF_RET | BPF_K, action)
/* Allows a call; for any other, continues with the next statement. */
#define ALLOW(call)                                    \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1), ANSWER(SECCOMP_RET_ALLOW)
#define REFUSE SECCOMP_RET_ERRNO | EPERM

/* Allows only the calls for pipes, memory and the library's threads. The process cannot open files, send,
 * signal, trace or start processes, and no memory becomes executable. */
static bool refuse_calls(void) {
  struct sock_filter filter[] = {
      LOAD(arch),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      ANSWER(SECCOMP_RET_KILL_PROCESS),
      LOAD(nr),
      ALLOW(__NR_read),
      ALLOW(__NR_write),
      ALLOW(__NR_brk),
      ALLOW(__NR_munmap),
      ALLOW(__NR_mremap),
      ALLOW(__NR_madvise),
      ALLOW(__NR_futex),
      ALLOW(__NR_exit),
      ALLOW(__NR_exit_group),
      ALLOW(__NR_rt_sigprocmask),
      ALLOW(__NR_rt_sigreturn),
      ALLOW(__NR_set_robust_list),
      ALLOW(__NR_sched_getaffinity),
      ALLOW(__NR_sched_yield),
      ALLOW(__NR_clock_gettime),
      ALLOW(__NR_getpid),
      ALLOW(__NR_gettid),
#ifdef __NR_rseq
      ALLOW(__NR_rseq),
#endif
      /* Its flags are in memory, which filters cannot read: the C library falls back to clone. */
#ifdef __NR_clone3
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1),
      ANSWER(SECCOMP_RET_ERRNO | ENOSYS),
#endif
      /* Threads, no processes. */
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 4),
      LOAD(args[0]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1),
      ANSWER(SECCOMP_RET_ALLOW),
      ANSWER(REFUSE),
      /* Private memory, never executable: mmap and mprotect have the protection as third argument. */
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mmap, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_mprotect, 0, 3),
      LOAD(args[2]),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0),
      ANSWER(SECCOMP_RET_ALLOW),
      ANSWER(REFUSE),
  };
  struct sock_fprog program = {.len = sizeof filter / sizeof *filter, .filter = filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#else

/* On other architectures only the limits and the closed descriptors protect. */
static bool refuse_calls(void) { return true; }

#endif

bool picture_enter_sandbox(void) {
  /* Closes everything but the two pipes. */
  if (syscall(SYS_close_range, 2u, ~0u, 0u) != 0) {
    for (int fd = 2; fd < 1024; fd++) close(fd);
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_DUMPABLE, 0);
  return limit(RLIMIT_AS, (rlim_t)1 << 30) && limit(RLIMIT_CPU, 10) && limit(RLIMIT_FSIZE, 0) &&
         limit(RLIMIT_CORE, 0) && limit(RLIMIT_NOFILE, 2) &&
         prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && refuse_calls();
}

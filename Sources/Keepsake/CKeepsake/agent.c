#include <CKeepsake.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

bool keepsake_end_with_parent(pid_t parent, const char *name) {
  prctl(PR_SET_NAME, name);
  // Asked for first, so that an end in between is not missed.
  return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent;
}

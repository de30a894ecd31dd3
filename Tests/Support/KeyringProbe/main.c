// Runs a program on a system whose kernel keeps no keys: `KeyringProbe missing|forbidden|full PROGRAM [ARGUMENT]...`.
//
// The program's child processes inherit the filter.
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int count, char **words) {
  if (count < 3) return 64;
  int code = strcmp(words[1], "missing") == 0     ? ENOSYS
             : strcmp(words[1], "forbidden") == 0 ? EPERM
                                                  : EDQUOT;
  // A full keyring can be read.
  unsigned other = code == EDQUOT ? SYS_add_key : SYS_keyctl;
  struct sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_add_key, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, other, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (unsigned)code),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {sizeof steps / sizeof *steps, steps};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return 71;
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) return 71;
  execv(words[2], words + 2);
  return 127;
}

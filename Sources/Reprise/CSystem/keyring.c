#define _GNU_SOURCE
#include "keyring.h"

#include <errno.h>
#include <linux/keyctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// The possessor has all rights; other programs of the user may see, read and find the key. If a login
// does not link the user's keyring into its session, its programs do not possess the keys.
enum { PERMISSIONS = 0x3f0b0000 };

static long find(const char *name) {
  return syscall(SYS_keyctl, KEYCTL_SEARCH, KEY_SPEC_USER_KEYRING, "user", name, 0);
}

int keyring_store(const char *name, const void *bytes, size_t count) {
  long key = syscall(SYS_add_key, "user", name, bytes, count, KEY_SPEC_USER_KEYRING);
  if (key < 0) return errno;
  if (syscall(SYS_keyctl, KEYCTL_SETPERM, key, PERMISSIONS) == 0) return 0;
  int code = errno;
  keyring_remove(name);
  return code;
}

int keyring_read(const char *name, void *bytes, size_t count) {
  long key = find(name);
  if (key < 0) return errno;
  long length = syscall(SYS_keyctl, KEYCTL_READ, key, bytes, count);
  if (length < 0) return errno;
  return (size_t)length == count ? 0 : EBADMSG;
}

int keyring_remove(const char *name) {
  long key = find(name);
  if (key < 0) return errno;
  return syscall(SYS_keyctl, KEYCTL_UNLINK, key, KEY_SPEC_USER_KEYRING) == 0 ? 0 : errno;
}

#ifndef CSYSTEM_KEYRING_H
#define CSYSTEM_KEYRING_H

#include <stddef.h>

/// Puts a key into the user's keyring of the kernel (add_key(2)), in the place of one of that name.
///
/// Returns 0, or an `errno`: `ENOSYS` where the kernel has no keyrings, `EPERM` where a sandbox
/// forbids them, `EDQUOT` where the keyring is full.
int keyring_store(const char *name, const void *bytes, size_t count);

/// Reads a key of the user's keyring.
///
/// Returns 0, or an `errno`: `ENOKEY` where there is none, `EBADMSG` where it is of another length.
int keyring_read(const char *name, void *bytes, size_t count);

/// Takes a key out of the user's keyring.
///
/// Returns 0, or an `errno`.
int keyring_remove(const char *name);

#endif

#ifndef CSYSTEM_KEYRING_H
#define CSYSTEM_KEYRING_H

#include <stddef.h>

/// Stores a key in the user's kernel keyring (add_key(2)); it replaces a key of the same name.
///
/// Returns 0, or an `errno`: `ENOSYS` if the kernel has no keyrings, `EPERM` if a sandbox
/// forbids them, `EDQUOT` if the keyring is full.
int keyring_store(const char *name, const void *bytes, size_t count);

/// Reads a key from the user's keyring.
///
/// Returns 0, or an `errno`: `ENOKEY` without such a key, `EBADMSG` if the key has another length.
int keyring_read(const char *name, void *bytes, size_t count);

/// Removes a key from the user's keyring.
///
/// Returns 0, or an `errno`.
int keyring_remove(const char *name);

#endif

#ifndef CGUARDIAN_LIMITS_H
#define CGUARDIAN_LIMITS_H

/// Raises the limits below which a Swift program dies of a signal, as far as that is allowed; below
/// the least it ends the process with a line and status 71.
///
/// Call it before anything else runs.
void limits_prepare(const char *program);

/// Hands the arguments to the Swift runtime, which would read them from /proc.
void limits_pass_arguments(int argc, char **argv);

/// Excludes the memory of this process and of its children from core dumps.
void limits_dump_no_core(void);

#endif

#ifndef CGUARDIAN_JOB_H
#define CGUARDIAN_JOB_H

#include <stdbool.h>

/// Whether a shell could continue this process after a stop: one of this session with job control
/// that started it, directly or through others (a script, `make`, `sh -c`).
bool guardian_job_has_shell(void);

/// Stops the processes between that shell and this one.
///
/// The shell waits for the first of them and considers the job stopped when that one stops.
void guardian_job_stop_starters(void);

#endif

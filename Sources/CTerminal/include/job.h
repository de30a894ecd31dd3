#ifndef CTERMINAL_JOB_H
#define CTERMINAL_JOB_H

#include <stdbool.h>

/// Whether somebody could continue this process after a stop: a shell of this session that manages
/// jobs, which started it or started who did (a script, `make`, `sh -c`).
bool terminal_job_has_shell(void);

/// Stops those between that shell and this process.
///
/// The shell waits for the first of them and takes the job for stopped when that is.
void terminal_job_stop_starters(void);

#endif

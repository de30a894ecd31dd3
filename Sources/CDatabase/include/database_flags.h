#ifndef CDATABASE_DATABASE_FLAGS_H
#define CDATABASE_DATABASE_FLAGS_H

#include <stdbool.h>

/// Has a connection trust nothing that stands in the file (reliability S7): no damage to be done
/// through the schema, no triggers of a stranger, no views, no functions of extensions.
///
/// Takes a `sqlite3 *`. What Swift cannot call itself: SQLite's function has no fixed arguments.
void database_distrust_file(void *connection);

/// Says whether the schema is guarded against being changed in ways that could damage the file; a
/// migration may need them.
void database_set_defensive(void *connection, bool is_defensive);

/// Says whether the log is moved into the file, and deleted, when the last connection is closed.
void database_keep_log_on_close(void *connection, bool keeps);

#endif

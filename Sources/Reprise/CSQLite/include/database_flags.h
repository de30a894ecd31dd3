#ifndef CSQLITE_DATABASE_FLAGS_H
#define CSQLITE_DATABASE_FLAGS_H

#include <stdbool.h>

/// Makes a connection distrust its file (reliability S7): it cannot corrupt the file through the
/// schema, and ignores triggers, views and extension functions.
///
/// Takes a `sqlite3 *`. It is in C because SQLite's function is variadic, which Swift cannot call.
void database_distrust_file(void *connection);

/// Sets SQLite's defensive mode, which forbids changes to the schema that could corrupt the file; a
/// migration may need them.
void database_set_defensive(void *connection, bool is_defensive);

/// Sets whether the log survives the close of the last connection instead of being checkpointed.
void database_keep_log_on_close(void *connection, bool keeps);

#endif

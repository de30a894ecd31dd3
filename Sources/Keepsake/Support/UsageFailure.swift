import Reprise

/// What ends a command: one line for the person and the status for the shell.
typealias UsageFailure = CommandFailure

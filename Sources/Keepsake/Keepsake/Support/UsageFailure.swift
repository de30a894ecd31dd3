import Reprise

/// Ends a command with a line for the person and a status for the shell.
typealias UsageFailure = CommandFailure

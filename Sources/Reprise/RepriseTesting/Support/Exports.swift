// Tests pass source locations to the pilot, which requires a macro of `Testing`.
@_exported import Testing

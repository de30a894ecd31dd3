// Whoever drives a pilot hands on where the test stands, which takes a macro of `Testing`.
@_exported import Testing

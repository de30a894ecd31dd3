// Whoever builds on the kit writes `import Reprise` and has the words it speaks in: cells, keys and
// geometry from the terminal, coders and values from the memory.
@_exported import Preservation
@_exported import Terminal

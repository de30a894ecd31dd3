import Glibc
import Inventory
import Reprise

// The lower bound for a launch: a program with Keepsake's libraries that prints one byte and waits. Its time is
// that of the loader, the constructors and the runtime.
write(STDOUT_FILENO, ".", 1)
while true { pause() }

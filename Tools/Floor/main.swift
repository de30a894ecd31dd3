import Glibc
import Inventory
import Reprise

// The floor of start-up: a program of Keepsake's libraries that shows one byte and waits. What it takes,
// the loader, the constructors and the runtime take.
write(STDOUT_FILENO, ".", 1)
while true { pause() }

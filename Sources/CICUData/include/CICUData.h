#ifndef CICUDATA_H
#define CICUDATA_H

// Nothing to call: linking this target keeps ICU's data out of a statically linked program.

#endif

#ifndef CKEEPSAKE_ICU_DATA_H
#define CKEEPSAKE_ICU_DATA_H

// Nothing to call: linking this target keeps ICU's data out of a statically linked program.

#endif

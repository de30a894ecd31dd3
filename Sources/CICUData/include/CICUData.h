#ifndef CICUDATA_H
#define CICUDATA_H

// Nothing to call: linking this target leaves ICU's data out of a statically linked program.

#endif

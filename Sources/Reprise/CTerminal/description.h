#ifndef CTERMINAL_DESCRIPTION_H
#define CTERMINAL_DESCRIPTION_H

/// The terminal type that terminal_built_in_description describes.
extern const char terminal_built_in_type[];

/// A compiled terminfo entry as ncurses reads it from TERMINFO, for types that the machine does not describe.
extern const char terminal_built_in_description[];

#endif

#ifndef READABLE_FOLDERS_H
#define READABLE_FOLDERS_H

/* Makes all folders but those of system-wide fonts unreadable, where the kernel has Landlock. Without it they stay
 * readable; what is read can then only end up in the picture. */
void companion_hide_other_folders(void);

#endif

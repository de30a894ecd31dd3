#ifndef PROBE_MODEM_H
#define PROBE_MODEM_H

#include "probe.h"

#define MODEMS "org.freedesktop.ModemManager1"
#define MODEM_ROOT "/org/freedesktop/ModemManager1"

/* Answers what is asked of ModemManager, which has two modems, the second of which can call. */
int modem_answer(sd_bus_message *message, void *userdata, struct bus_error *error);

/* Does what a line says: `ring`, `answer`, `hang` (it is over), `forget` (nothing is left of it). */
void modem_tell(const char *event);

#endif

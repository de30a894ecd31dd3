#ifndef PROBE_MODEM_H
#define PROBE_MODEM_H

#include "probe.h"

#define MODEMS "org.freedesktop.ModemManager1"
#define MODEM_ROOT "/org/freedesktop/ModemManager1"

/* Answers calls to ModemManager, which has two modems; only the second one supports voice calls. */
int modem_answer(sd_bus_message *message, void *userdata, struct bus_error *error);

/* Performs an event: `ring`, `answer`, `hang` (up), `forget` (the call is removed). */
void modem_tell(const char *event);

#endif

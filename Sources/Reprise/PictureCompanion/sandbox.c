#include "companion_sandbox.h"
#include "pixels.h"

bool picture_enter_sandbox(void) {
  return companion_limit(COMPANION_NO_FILES) && companion_refuse_calls(COMPANION_NO_FILES);
}

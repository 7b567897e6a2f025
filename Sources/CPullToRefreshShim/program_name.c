// Imported without API notes, the application would be of unknown ownership in Swift.

#include "CPullToRefreshShim.h"

const char *tideline_program_name(void)
{
  GApplication *application = g_application_get_default();
  const char *id = application ? g_application_get_application_id(application) : NULL;
  return id ? id : g_get_prgname();
}

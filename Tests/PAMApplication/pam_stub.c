// A PAM module for the tests, in the place of a module that asks for passwords. It accepts every password. The argument
// `fail-update` makes the second pass of a change of the password fail after the new password was set, and `silent` makes
// the module forget the new password then. The argument `early` makes the first pass ask for both passwords, and the second
// pass forget them and fail.
#include <string.h>

#define PAM_SM_AUTH
#define PAM_SM_PASSWORD
#include <security/pam_ext.h>
#include <security/pam_modules.h>

static int has(int count, const char **words, const char *word) {
  for (int index = 0; index < count; index++)
    if (strcmp(words[index], word) == 0) return 1;
  return 0;
}

int pam_sm_authenticate(pam_handle_t *handle, int flags, int count, const char **words) {
  const char *password = NULL;
  (void)flags;
  (void)count;
  (void)words;
  return pam_get_authtok(handle, PAM_AUTHTOK, &password, NULL);
}

int pam_sm_setcred(pam_handle_t *handle, int flags, int count, const char **words) {
  (void)handle;
  (void)flags;
  (void)count;
  (void)words;
  return PAM_SUCCESS;
}

int pam_sm_chauthtok(pam_handle_t *handle, int flags, int count, const char **words) {
  const char *password = NULL;
  int is_early = has(count, words, "early");
  if (flags & PAM_PRELIM_CHECK) {
    int result = pam_get_authtok(handle, PAM_OLDAUTHTOK, &password, NULL);
    return result == PAM_SUCCESS && is_early ? pam_get_authtok_noverify(handle, &password, NULL) : result;
  }
  if (is_early) {
    pam_set_item(handle, PAM_OLDAUTHTOK, NULL);
    pam_set_item(handle, PAM_AUTHTOK, NULL);
    return PAM_AUTHTOK_ERR;
  }
  int result = pam_get_authtok_noverify(handle, &password, NULL);
  if (result != PAM_SUCCESS || !has(count, words, "fail-update")) return result;
  if (has(count, words, "silent")) pam_set_item(handle, PAM_AUTHTOK, NULL);
  return PAM_AUTHTOK_ERR;
}

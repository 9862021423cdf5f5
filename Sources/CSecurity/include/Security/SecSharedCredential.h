#ifndef SECURITY_SECSHAREDCREDENTIAL_H
#define SECURITY_SECSHAREDCREDENTIAL_H

/* Passwords that programs share with web sites. */

#include <Security/SecBase.h>
#include <Security/SecSharedCredentialConstants.h>

CF_EXTERN_C_BEGIN

/** Returns a new random password that users can read and type. The caller must release the password. */
extern CFStringRef SecCreateSharedWebCredentialPassword(void);

#if __BLOCKS__
/** Always fails: there is no service that shares passwords between programs and web sites. Another thread calls the
    block later, with an error whose code is errSecUnimplemented. */
extern void SecAddSharedWebCredential(CFStringRef fqdn, CFStringRef account, CFStringRef password,
                                      void (^completionHandler)(CFErrorRef error));

/** Always fails: there is no service that shares passwords between programs and web sites. Another thread calls the
    block later, with an error whose code is errSecUnimplemented. */
extern void SecRequestSharedWebCredential(CFStringRef fqdn, CFStringRef account,
                                          void (^completionHandler)(CFArrayRef credentials,
                                                                    CFErrorRef error));
#endif

CF_EXTERN_C_END

#endif

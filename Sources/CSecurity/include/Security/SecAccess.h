#ifndef SECURITY_SECACCESS_H
#define SECURITY_SECACCESS_H

/* Access lists, which only the older functions use. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/* Items have no access lists: access groups determine which programs find an item. A program can make only one kind
   of access list, which names the calling program alone. Such a list adds no restriction. */

/** Returns the type of access lists. */
extern CFTypeID SecAccessGetTypeID(void);

/** Makes an access list. The caller must release it.

    @param descriptor A text for the user. The text is required, but Latchkey does not store the text.
    @param trustedlist NULL for the calling program alone, or an array with only the calling program.
    @return errSecSuccess; errSecUnimplemented for an empty list, which on macOS causes a question to the user at every
    access; errSecParam for any other argument. */
extern OSStatus SecAccessCreate(CFStringRef descriptor, CFArrayRef trustedlist,
                                SecAccessRef *accessRef);

/** Returns the type of program references in access lists. */
extern CFTypeID SecTrustedApplicationGetTypeID(void);

/** Makes a reference to a program. The caller must release it.

    @param path NULL for the calling program.
    @return errSecSuccess; errSecUnimplemented for another program; errSecParam. */
extern OSStatus SecTrustedApplicationCreateFromPath(const char *path, SecTrustedApplicationRef *app);

CF_EXTERN_C_END

#endif

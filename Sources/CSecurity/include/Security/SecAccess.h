#ifndef SECURITY_SECACCESS_H
#define SECURITY_SECACCESS_H

/* Access lists of the older functions. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/* Items have no access lists: access groups say who finds them. A list that would let in the calling
   program alone is what every item has; others cannot be made. */

/** Returns the type of access lists. */
extern CFTypeID SecAccessGetTypeID(void);

/** Makes an access list; the caller releases it.

    @param descriptor What it is for, in words.
    @param trustedlist NULL for the calling program alone, or an array of only that.
    @return errSecSuccess; errSecUnimplemented for another list, also an empty one, under which a
    person would be asked each time; errSecParam. */
extern OSStatus SecAccessCreate(CFStringRef descriptor, CFArrayRef trustedlist,
                                SecAccessRef *accessRef);

/** Returns the type of programs in access lists. */
extern CFTypeID SecTrustedApplicationGetTypeID(void);

/** Makes a reference to a program; the caller releases it.

    @param path NULL for the calling program.
    @return errSecSuccess; errSecUnimplemented for another program; errSecParam. */
extern OSStatus SecTrustedApplicationCreateFromPath(const char *path, SecTrustedApplicationRef *app);

CF_EXTERN_C_END

#endif

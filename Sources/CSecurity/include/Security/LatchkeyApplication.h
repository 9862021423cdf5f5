#ifndef SECURITY_LATCHKEYAPPLICATION_H
#define SECURITY_LATCHKEYAPPLICATION_H

/* The beginning of a program that keychaind recognises by the set-group-ID bit of its file. Apple's platforms do not
   have this header. */

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN

/** Performs the duties of a program with the set-group-ID bit, connects to keychaind as an application, and gives up
    the group of the application.

    Call this function first in main, while the process has one thread, and before any other code reads the
    environment, opens a file or uses a keychain. End the program if the function fails. A second call returns the
    result of the first call.

    The function resets the signals, the mask of file modes (077), the working directory (/) and the limits of
    resources, and marks all descriptors above 2, so that they are closed when a program is executed. It reduces the
    environment to PATH=/usr/bin:/bin and to plain values of LANG, LANGUAGE, LC_..., TZ, TERM, COLORTERM and NO_COLOR.
    If there are other variables, the function executes the program again from its start, with the same arguments and
    the same process number. Then it connects to keychaind, replaces the effective and the saved group by the real
    group, and forbids other processes of the user to trace the process or to read its memory.

    Afterwards the process cannot connect as the application again. If the connection ends, every call fails with
    errSecNotAvailable, and the program must be started again. In a forked child every call fails with
    errSecNotAvailable. The search list and the default keychain of the user do not apply to the process.

    The function cannot protect a program that runs code which a user chooses (an interpreter, plug-ins, modules of a
    graphical toolkit), that makes itself inspectable again (PR_SET_DUMPABLE), or that trusts files in the user's
    home. The loader ignores $ORIGIN in such a program: link the library by an absolute path. docs/service.md explains
    how to install such a program.

    @param identifier The identifier of the application, in UTF-8. The manifest that describes the program must have
    the same identifier.
    @return errSecSuccess. errSecParam if the identifier is NULL. errSecMissingEntitlement if the program does not
    have the group of an application, or if keychaind does not know it as this application. errSecNotAvailable if the
    machine has no keychaind, if it cannot be reached, if the process has more than one thread, if the setting
    fs.suid_dumpable of the machine is 1, or in a forked child of an application. After an error the process does not
    have the group, and every later call to the login keychain fails with the same error.
    LatchkeyCopyLastFailureReason describes it. */
extern OSStatus LatchkeyBeginApplication(const char *identifier);

CF_EXTERN_C_END

#endif

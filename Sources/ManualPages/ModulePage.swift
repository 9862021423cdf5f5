extension ManualPage {
  /// The manual page pam_latchkey(8).
  package static var module: ManualPage {
    var page = ManualPage("pam_latchkey", "unlock the keychain at a login", in: 8)
    page.section("SYNOPSIS")
    page.synopsis("pam_latchkey.so", "[socket=path] [tool=path]")
    page.section("DESCRIPTION")
    page.paragraph(
      "Unlocks the keychain of a user whose keychain password is the login password, and changes it with the login "
        + "password. The user decides that with security set-keychain-password --login. Without that, the module does "
        + "nothing.")
    page.paragraph(
      "The authentication keeps the password that another module asked for. The session unlocks the keychain with it: "
        + "in keychaind, or without keychaind in the files of the user, by security(1). The change of a password acts "
        + "when the old and the new password are known. When root sets a password without the old one, the keychain "
        + "keeps its password, and security doctor says so. The unlocking of a screen by a program of root unlocks the "
        + "keychain, too: the program renews the credentials of the user (pam_setcred(3)).")
    page.paragraph(
      "The module asks for nothing, decides nothing and logs nothing. No failure ends a login, and all calls of one "
        + "login wait two seconds together. A wrong login password is no attempt with the password of the keychain. A "
        + "login without a password (a key of ssh, a fingerprint, an automatic login) unlocks nothing.")
    page.section("OPTIONS")
    page.entry("socket=path", "the socket of keychaind; /run/keychaind/socket if absent")
    page.entry(
      "tool=path",
      "the tool security; if absent, the one of the installation. Root owns both files and all folders above them, and "
        + "nobody else can write to them. Otherwise the module does nothing.")
    page.section("MODULE TYPES PROVIDED")
    page.paragraph("All: auth, account, password and session. The type account does nothing.")
    page.section("RETURN VALUES")
    page.entry("PAM_SUCCESS", "a session was opened or closed, whether or not the keychain was unlocked")
    page.entry("PAM_IGNORE", "everything else, so the module neither grants nor denies anything")
    page.section("EXAMPLES")
    page.paragraph("Let the logins of Debian use the module, and end that:")
    page.example(["pam-auth-update --enable latchkey", "pam-auth-update --disable latchkey"])
    page.paragraph("The same by hand, in this order, with the module always after pam_unix.so:")
    page.example([
      "auth     requisite  pam_unix.so", "auth     optional   pam_latchkey.so", "session  required   pam_unix.so",
      "session  optional   pam_latchkey.so", "password requisite  pam_unix.so", "password optional   pam_latchkey.so",
    ])
    page.addDocumentation("docs/login.md")
    page.section("SEE ALSO")
    page.paragraph("security(1), pam.d(5), pam-auth-update(8), pam_unix(8)")
    return page
  }
}

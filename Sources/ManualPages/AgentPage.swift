extension ManualPage {
  /// The manual page keychain-agent(1).
  package static var agent: ManualPage {
    var page = ManualPage("keychain-agent", "ask for the passcode of the keychain")
    page.section("SYNOPSIS")
    page.synopsis("keychain-agent [--terminal] [--replace] | --version")
    page.section("DESCRIPTION")
    page.paragraph(
      "Shows the questions of keychaind to the person of one session, so that no other program learns the passcode of the "
        + "keychain. In a desktop, the program starts with the session, and shows windows. It ends with the session.")
    page.paragraph(
      "The file of the program has the group lk-app-agent and the mode 2755, and keychaind accepts no other program as an "
        + "agent. The first agent of a session stays.")
    page.section("OPTIONS")
    page.entry(
      "--terminal",
      "show the questions on the terminal of standard input, standard output or standard error, for a session without "
        + "windows; the program ends with the terminal")
    page.entry("--replace", "take the place of an earlier agent of the session; asks for the passcode")
    page.entry("--version", "print the version")
    page.section("FILES")
    page.entry(
      "/etc/latchkey/agent.plist",
      "a property list that only root can write: pinentry is the path of the pinentry (/usr/bin/pinentry), and "
        + "session-bus says whether the pinentry may use the session bus (false)")
    page.section("EXIT STATUS")
    page.entry("0", "the terminal ended, or the program was ended by a signal")
    page.entry("1", "keychaind cannot be reached, or does not accept the program as the agent")
    page.entry("2", "wrong arguments")
    page.section("EXAMPLES")
    page.paragraph("In the profile of a shell that runs in ssh sessions:")
    page.example(["[ -z \"$SSH_TTY\" ] || (keychain-agent --terminal &)"])
    page.addDocumentation("docs/service.md")
    page.section("SEE ALSO")
    page.paragraph("security(1), pinentry(1)")
    return page
  }
}

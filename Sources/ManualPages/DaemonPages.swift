extension ManualPage {
  /// The manual page keychaind(8).
  package static var daemon: ManualPage {
    var page = ManualPage("keychaind", "hold the keychains of all users", in: 8)
    page.section("SYNOPSIS")
    page.synopsis("keychaind", "[--socket path] [--state-directory folder] | --version")
    page.section("DESCRIPTION")
    page.paragraph(
      "Holds the login keychains of all users of a machine, and decides which program may use which item. systemd starts "
        + "the program when a program uses its keychain. While /etc/latchkey/service.plist exists, every program finds its "
        + "default keychain in keychaind.")
    page.section("OPTIONS")
    page.entry("--socket path", "make this socket, and use none of the service manager")
    page.entry("--state-directory folder", "the folder of the keychains; /var/lib/keychaind if absent")
    page.entry("--version", "print the version")
    page.section("FILES")
    page.entry("/etc/latchkey/service.plist", "the configuration, a property list that only root can write")
    page.entry("/etc/latchkey/apps", "the manifests of applications")
    page.entry("/var/lib/keychaind", "the keychains, one folder for each user")
    page.entry("/run/keychaind/socket", "the socket")
    page.section("EXAMPLES")
    page.paragraph("Show which clients were refused, and why:")
    page.example(["journalctl --unit keychaind"])
    page.addDocumentation("docs/service.md")
    page.section("SEE ALSO")
    page.paragraph("security(1), keychain-agent(1), pam_latchkey(8)")
    return page
  }

  /// The manual page latchkey-secret-service(8).
  package static var secretService: ManualPage {
    var page = ManualPage("latchkey-secret-service", "keep the passwords of the desktop in the keychain", in: 8)
    page.section("SYNOPSIS")
    page.synopsis("latchkey-secret-service", "[--ask | --version]")
    page.section("DESCRIPTION")
    page.paragraph(
      "Serves org.freedesktop.secrets on the bus of the session, so that programs with libsecret keep their passwords in the "
        + "keychain of the user. The bus starts the program after security secret-service enable.")
    page.section("OPTIONS")
    page.entry("--ask", "ask the person once about each program; protects from no hostile program")
    page.entry("--version", "print the version")
    page.section("EXAMPLES")
    page.paragraph("Make the program the Secret Service of the user, and show which program is it now:")
    page.example(["security secret-service enable", "security secret-service status"])
    page.addDocumentation("docs/desktop.md")
    page.section("SEE ALSO")
    page.paragraph("security(1), secret-tool(1)")
    return page
  }
}

import SecurityCommands

/// The shell completions of the tool `security`, generated from the table of its commands.
package enum Completions {
  /// The completion for bash: a file that a user sources, or that is installed into the folder of bash-completion.
  package static var bash: String {
    var text = """
      # Completion of the security tool of Latchkey. Made of its table of commands.
      _latchkey_security() {
        local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]} command= i
        local options='\(words(CommandManual.globalOptions))' valued='\(valued(CommandManual.globalOptions))'
        local commands='\(CommandManual.all.map(\.name).joined(separator: " "))'
        COMPREPLY=()
        local files= values=
        # An option and its value in one word are three words to bash.
        [[ $word != = ]] || word=
        [[ $last != = ]] || last=${COMP_WORDS[COMP_CWORD-2]}
        for ((i = 1; i < COMP_CWORD; i++)); do
          case ${COMP_WORDS[i]} in
            -p) ((i++)) ;;
            -*) ;;
            *) command=${COMP_WORDS[i]}; break ;;
          esac
        done
        case $command in
          '') ;;

      """
    for command in CommandManual.all {
      text +=
        "    \(command.name)) options='\(words(command.options))' valued='\(valued(command.options))'\n"
      let files = words(command.options.filter { $0.value == .file })
      if !files.isEmpty { text += "      files='\(files)'\n" }
      let choices = command.options.compactMap(bashChoice)
      if !choices.isEmpty { text += "      case $last in \(choices.joined(separator: " ")) esac\n" }
      text += "      ;;\n"
    }
    return text + """
          *) options= valued= ;;
        esac
        # Operands are files as far as anybody knows.
        if [[ $last == -* && " $valued " == *" $last "* ]]; then
          [[ " $files " != *" $last "* ]] || return 0
          compopt +o default 2>/dev/null
          COMPREPLY=($(compgen -W "$values" -- "$word"))
        elif [[ $word == -* ]]; then
          COMPREPLY=($(compgen -W "$options" -- "$word"))
        elif [[ -z $command || $command == help ]]; then
          COMPREPLY=($(compgen -W "$commands" -- "$word"))
        fi
      }
      complete -o default -F _latchkey_security security

      """
  }

  /// The completion for zsh: a file that is installed into a folder of `fpath`.
  package static var zsh: String {
    var text = """
      #compdef security
      # Completion of the security tool of Latchkey. Made of its table of commands.
      local -a commands
      commands=(

      """
    for command in CommandManual.all {
      text += "  \(quoted("\(command.name):\(command.summary)"))\n"
    }
    text += ")\n_arguments -C"
    text += zshOptions(CommandManual.globalOptions, CommandManual.globalDetails)
    text += " \\\n  '1: :->command' '*:: :->rest'\n"
    text +=
      "case $state in\n  command) _describe command commands ;;\n  rest)\n    case $words[1] in\n"
    text += "      help) _describe command commands ;;\n"
    for command in CommandManual.all where !command.options.isEmpty {
      text += "      \(command.name))\n        _arguments"
      text += zshOptions(command.options, command.details) + " \\\n  '*:file:_files' ;;\n"
    }
    return text + "      *) _files ;;\n    esac ;;\nesac\n"
  }

  /// The completion for fish: a file that is installed into fish's folder of completions.
  package static var fish: String {
    var text = "# Completion of the security tool of Latchkey. Made of its table of commands.\n"
    text += fishOptions(
      CommandManual.globalOptions, CommandManual.globalDetails, when: "__fish_use_subcommand")
    for command in CommandManual.all {
      for condition in ["__fish_use_subcommand", "__fish_seen_subcommand_from help"] {
        text += "complete -c security -f -n \(quoted(condition)) -a \(command.name)"
        text += " -d \(quoted(command.summary))\n"
      }
      text += fishOptions(
        command.options, command.details, when: "__fish_seen_subcommand_from \(command.name)")
    }
    return text
  }

  private static func words(_ options: [CommandManual.Option]) -> String {
    options.map(\.word).joined(separator: " ")
  }

  private static func valued(_ options: [CommandManual.Option]) -> String {
    words(options.filter(\.takesValue))
  }

  /// Returns one branch of a `case` command of bash. The branch assigns the words that bash offers as values of the
  /// option. Returns nil if the option does not take one of several words.
  private static func bashChoice(_ option: CommandManual.Option) -> String? {
    guard case .words(let words) = option.value else { return nil }
    return "\(option.word)) values='\(words.joined(separator: " "))' ;;"
  }

  private static func zshOptions(
    _ options: [CommandManual.Option], _ details: [String]
  ) -> String {
    let explanations = Explanation.read(details)
    return options.map { option in
      let meaning = Explanation.meaning(of: option.word, in: explanations) ?? "value"
      let shown = meaning.map { "[]:\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
      let value = option.takesValue ? ":value:\(zshAction(option.value))" : ""
      return " \\\n  \(quoted("\(option.word)[\(shown)]\(value)"))"
    }.joined()
  }

  private static func zshAction(_ value: OptionValue) -> String {
    switch value {
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .file: "_files"
    case .text: " "
    }
  }

  private static func fishValue(_ value: OptionValue) -> String {
    switch value {
    case .words(let words): " -x -a \(quoted(words.joined(separator: " ")))"
    case .file: " -r -F"
    case .text: " -x"
    }
  }

  private static func fishOptions(
    _ options: [CommandManual.Option], _ details: [String], when condition: String
  ) -> String {
    let explanations = Explanation.read(details)
    return options.map { option in
      let kind = option.name.utf8.count == 1 ? "-s" : "-l"
      var line = "complete -c security -n \(quoted(condition)) \(kind) \(option.name)"
      if option.takesValue { line += fishValue(option.value) }
      if let meaning = Explanation.meaning(of: option.word, in: explanations) {
        line += " -d \(quoted(meaning))"
      }
      return line + "\n"
    }.joined()
  }

  /// Returns a word in quotation marks for bash, zsh and fish. The syntax is the same in all three shells, because no
  /// text of a completion contains a backslash.
  private static func quoted(_ word: String) -> String {
    "'\(word.replacing("'", with: "’"))'"
  }
}

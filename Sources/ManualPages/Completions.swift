import SecurityCommands

/// Completions of the `security` tool for shells, made of its table of commands.
package enum Completions {
  /// For bash: to be sourced, or put into the folder of bash-completion.
  package static var bash: String {
    var text = """
      # Completion of the security tool of Latchkey. Made of its table of commands.
      _latchkey_security() {
        local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]} command= i
        local options='\(words(CommandManual.globalOptions))' valued='\(valued(CommandManual.globalOptions))'
        local commands='\(CommandManual.all.map(\.name).joined(separator: " "))'
        COMPREPLY=()
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
        "    \(command.name)) options='\(words(command.options))' valued='\(valued(command.options))' ;;\n"
    }
    return text + """
          *) options= valued= ;;
        esac
        # The value of an option, and operands, are files as far as anybody knows.
        [[ " $valued " != *" $last "* || $last != -* ]] || return 0
        if [[ $word == -* ]]; then
          COMPREPLY=($(compgen -W "$options" -- "$word"))
        elif [[ -z $command || $command == help ]]; then
          COMPREPLY=($(compgen -W "$commands" -- "$word"))
        fi
      }
      complete -o default -F _latchkey_security security

      """
  }

  /// For zsh: a function for a folder of `fpath`.
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

  /// For fish: a file for a folder of its completions.
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

  private static func zshOptions(
    _ options: [CommandManual.Option], _ details: [String]
  ) -> String {
    let explanations = Explanation.read(details)
    return options.map { option in
      let meaning = Explanation.meaning(of: option.word, in: explanations) ?? "value"
      let shown = meaning.map { "[]:\\".contains($0) ? "\\\($0)" : "\($0)" }.joined()
      let value = option.takesValue ? ":value:_files" : ""
      return " \\\n  \(quoted("\(option.word)[\(shown)]\(value)"))"
    }.joined()
  }

  private static func fishOptions(
    _ options: [CommandManual.Option], _ details: [String], when condition: String
  ) -> String {
    let explanations = Explanation.read(details)
    return options.map { option in
      let kind = option.name.utf8.count == 1 ? "-s" : "-l"
      var line = "complete -c security -n \(quoted(condition)) \(kind) \(option.name)"
      if option.takesValue { line += " -r" }
      if let meaning = Explanation.meaning(of: option.word, in: explanations) {
        line += " -d \(quoted(meaning))"
      }
      return line + "\n"
    }.joined()
  }

  /// A word in quotes that bash, zsh and fish read alike: none of our texts has a backslash.
  private static func quoted(_ word: String) -> String {
    "'\(word.replacing("'", with: "’"))'"
  }
}

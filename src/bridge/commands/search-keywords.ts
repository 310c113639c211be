/** How people who do not know the app's terms speak of each documented command; searched besides its summary. */
export const KEYWORDS: Readonly<Record<string, string>> = {
  help: 'usage manual documentation reference available commands everything possible what can do instructions syntax explain options subcommands man page parameters list',
  version: 'release build number installer update which version about running latest',
  reload: 'refresh window stuck load again vault reload frozen hung unresponsive',
  restart: 'relaunch quit start again close reopen application app program reboot shut down boot',
  remove: 'remove',
  uninstall: 'uninstall',
  bases: 'database databases base file files exist tables list',
  'base:views': 'database views tables layouts offered cards current',
  'base:create': 'database add new row entry item record table insert create',
  'base:query': 'database query rows records entries table results filter run view export csv data',
  bookmarks: 'favourites favorites starred pinned saved list all show',
  bookmark:
    'favourite favorite star pin save add remember page heading section block web address url link search bookmark',
  commands: 'palette actions available ids action list every possible',
  command: 'palette action trigger execute invoke perform id third party plugin fire launch',
  hotkeys:
    'keyboard shortcuts shortcut keybindings keybinding key combinations bindings keys list all which commands assigned',
  hotkey: 'keyboard shortcut keybinding key combination binding bound assigned particular which key',
  daily: "today today's journal diary day page open show tonight entry log",
  'daily:path': "today today's journal diary day where file location stored path name",
  'daily:read': "today today's journal diary day contents text print show view wrote entry log",
  'daily:append':
    "today today's journal diary day add write jot log line to-do todo bottom end record entry put note down tonight remember capture thought bullet",
  'daily:prepend': "today today's journal diary day top beginning start first insert bullet",
  diff: 'compare difference differences changed between revisions versions two changes revision',
  history:
    'backup backups recovery snapshots older earlier versions revisions local list file note saved past recover undo',
  'history:list': 'backups recovery all files with snapshots saved versions history have',
  'history:read': 'backup recovery snapshot older earlier old previous text show said contents view version',
  'history:restore':
    'backup recovery undo revert roll back bring put earlier previous older old copy snapshot overwrote accident changes local recover',
  'history:open': 'backup recovery window dialog browse snapshots popup user interface show open',
  file: 'information info details metadata size modified created date time last changed when edited large about file stat path stats properties bytes old',
  files:
    'all notes documents list folder directory inside count number how many type extension everything pdf images every pages attachments markdown inventory catalogue contents',
  folder:
    'directory information info details size count how big large many items inside statistics properties',
  folders: 'directories subfolders subdirectories tree structure hierarchy list all',
  open: 'bring up show go to jump view page document editor window display switch launch edit file note pull focus take me',
  create:
    'new make start write blank empty page document replace overwrite everything existing whole content template save generate compose draft scratch add title called named',
  read: 'show contents content text print view display get body source markdown raw load full look page document cat whole see fetch retrieve dump output says inside entire',
  append:
    'add end bottom line text write put after existing list insert page document attach tack jot log record last',
  prepend: 'beginning top start insert before first above page document head heading opening',
  move: 'relocate transfer put file away another different folder directory archive refile page document drag shift reorganise reorganize elsewhere subfolder location path',
  rename: 'change name title call retitle file note page document different new named',
  delete:
    'remove erase trash bin throw away get rid discard destroy page document permanently file note old wipe scrap dispose clean delete',
  backlinks:
    'incoming references linked linking mentions mention refer referring point points who what links here other cite citing cites which notes pages',
  links:
    'outgoing references linked inside note contains goes points to other targets which pages does this point at',
  unresolved:
    'broken dead missing links target nonexistent not exist nowhere invalid link pages never created red uncreated unfinished wikilinks',
  orphans:
    'nobody links to unlinked isolated lonely disconnected no incoming backlinks pages unreferenced nothing stray island islands standalone nowhere',
  deadends: 'dead ends no outgoing links link nothing anything else pages without',
  outline: 'table contents toc headings heading sections subsections structure chapters titles',
  plugins: 'add-ons addons add-on extensions installed have list community core',
  'plugins:enabled': 'add-ons addons add-on extensions active running turned switched on enabled currently',
  'plugins:restrict': 'safe mode restricted third party community allow block turn on off all plugins trust',
  plugin: 'add-on addon extension details information info author version about one',
  'plugin:enable': 'add-on addon extension turn on switch activate start enable use',
  'plugin:disable': 'add-on addon extension turn off switch deactivate stop disable',
  'plugin:install': 'add-on addon extension download get add new community store install',
  'plugin:uninstall': 'add-on addon extension remove delete get rid uninstall erase',
  'plugin:reload': 'add-on addon extension restart refresh rebuilt development code load again',
  aliases: 'alternative other names nicknames synonyms also known as another called titles',
  properties:
    'metadata frontmatter front matter yaml fields field keys attributes show list all header note names used every',
  'property:set':
    'metadata frontmatter yaml field key attribute change update write add edit assign status value make set date tag due author rating new put',
  'property:remove': 'metadata frontmatter yaml field key attribute delete drop get rid clear unset erase',
  'property:read':
    'metadata frontmatter yaml field key attribute value get show look single what is current read',
  'publish:site': 'website site web address url slug online published connected which',
  'publish:list': 'website public published online notes pages live list which visible',
  'publish:status':
    'website compare changed new out of date pending unpublished differences online waiting sync changes local outdated modified',
  'publish:add':
    'website upload put online publish make public post push web share release update site internet',
  'publish:remove':
    'website unpublish take down off offline private hide remove delete withdraw retract site',
  'publish:open': 'website view online page browser web visit see public',
  random: 'surprise any arbitrary open jump chance show go lucky pick note shuffle dip',
  'random:read': 'surprise any arbitrary text contents print pick randomly without opening show note',
  search:
    'find look full text phrase word words contain containing mention notes keyword query grep which where case sensitive count every searching occurrences',
  'search:context':
    'find look text lines matching surrounding excerpt snippet line numbers grep show where context around occurrences sentence sentences passages quotes quote',
  'search:open': 'find search pane sidebar panel results inside app user interface window show view',
  sync: 'synchronisation synchronization syncing pause resume stop start cloud turn off on enable disable halt',
  'sync:status':
    'synchronisation synchronization synced state cloud storage usage quota space used everything up to date running working connected finished',
  'sync:history': 'synchronisation cloud versions remote server revisions of note list kept older',
  'sync:read': 'synchronisation cloud version old remote server text contents show print earlier',
  'sync:restore':
    'synchronisation cloud version bring back earlier remote server revert roll undo previous copy put recover',
  'sync:open': 'synchronisation cloud version history window dialog browse show user interface',
  'sync:deleted': 'synchronisation cloud removed deleted notes vanished lost erased remember gone list',
  tags: 'hashtags hashtag labels label topics list all used carry keywords categories most every tag index',
  tag: 'hashtag label one usage uses count how often which files notes occurs tagged with particular',
  tasks:
    'to-do to-dos todo todos checkboxes checkbox checklist open unfinished incomplete pending done finished ticked outstanding remaining due list all things chores agenda action items left what daily',
  task: 'to-do todo checkbox mark done complete tick check off uncheck untick toggle finish one item state status line box finished cross reopen close',
  templates: 'boilerplate list available forms skeletons have',
  'template:read': 'boilerplate content show filled placeholders variables print view template',
  'template:insert': 'boilerplate apply paste use current page note editing add into put fill',
  themes: 'looks appearance designs skins styles installed list have available',
  theme: 'look appearance design skin style current using active which details author version',
  'theme:set': 'look appearance design skin style change switch use dark light apply default activate',
  'theme:install': 'look appearance design skin style download get add community new',
  'theme:uninstall': 'look appearance design skin style remove delete get rid',
  snippets: 'css stylesheet styles custom tweaks list all files available tweak',
  'snippets:enabled': 'css stylesheet styles custom tweaks active turned switched on',
  'snippet:enable': 'css stylesheet style custom tweak turn on switch activate apply',
  'snippet:disable': 'css stylesheet style custom tweak turn off switch deactivate',
  unique:
    'zettelkasten zettel timestamp date time automatic name generated fresh new note quick thought capture id prefix make without naming',
  vault:
    'information info size total big name path location where statistics count notes files folders overall this current root folder notebook library',
  vaults: 'all other list known have computer machine paths locations which notebooks libraries',
  'vault:open': 'switch change another different other go open vault notebook library load',
  web: 'browse browser website url address internet page site visit link online viewer tab load webpage',
  wordcount: 'count words word characters letters length long number how many statistics size reading',
  workspace: 'panes splits tabs arrangement arranged layout current tree windows show structure open',
  workspaces: 'layouts arrangements saved window list all perspectives',
  'workspace:save': 'layout arrangement window windows remember keep store save current panes',
  'workspace:load': 'layout arrangement window windows restore switch apply bring back open saved go to use',
  'workspace:delete': 'layout arrangement window windows remove delete get rid forget saved',
  tabs: 'open pages documents currently list which files editors panes active windows',
  'tab:open': 'another new open file view graph beside separate blank tab',
  recents:
    'recently opened last viewed documents files history latest looked worked visited edited previously before earlier',
  devtools: 'developer tools inspector chrome debugging panel window toggle electron console open',
  'dev:debug': 'debugger debugging attach detach turn on off start stop capturing',
  'dev:cdp': 'chrome devtools protocol raw call method page runtime',
  'dev:errors': 'javascript errors exceptions crash crashes captured log problems went wrong clear',
  'dev:screenshot': 'picture image png capture snapshot screen photo window looks interface shot save',
  'dev:console': 'developer console log logs messages warnings logged output print js',
  'dev:css': 'css styles style rules inspect element selector computed source looks',
  'dev:dom': 'html element elements nodes node selector inspect query markup page',
  'dev:mobile': 'phone tablet mobile emulation simulate emulate device touch view',
  eval: 'javascript js code script evaluate execute run expression snippet program console',
};

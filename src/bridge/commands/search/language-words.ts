/**
 * Words of German, Spanish, French, Japanese, and a few of Italian and Portuguese, for what people ask for most often,
 * behind the words of the commands that they stand for. A star stands for any ending; never the beginning of a word that is
 * common in English. A question mark stands behind what is a word, or a name, in English too: it counts only beside something
 * else that English does not have. Without accents, as `words` gives them. Nothing separates the words of Japanese, so those
 * are looked for anywhere.
 */
export const LANGUAGE_WORDS = `
create new: erstell* anleg* neue neuen neues crea crear nueva nuevo creer cree nouveau nouvelle 作 新し 新規 nova? novo
note: notiz* nota notas brouillon* entwurf borrador メモ ノート
read show: contenido contenu inhalt zeig* anzeig* lese lesen muestra mostrar ensena* lee? leer? montre montrer affich* lire? 見せ 表示 読 中身 内容 mostra leia
open: offne offnen abre abrir ouvr* 開 apri
append add write: hinzu* anhang* erganz* schreib* notier* trag eintrag* anade anadir agrega* apunta* anota* escrib* ajout* ecri* inscris inscrire 追加 追記 書 加え
daily today: heute heutig* tagebuch* tagesnotiz* hoy? diario aujourd hui quotidien* 今日 日記 デイリー hoje oggi
prepend top: anfang* oben principio inicio debut? haut 先頭 冒頭
append end: ende unten fin? 末尾 最後に
search find text: suche suchen durchsuch* finde finden wo? busca buscar encuentra* encontrar donde cherch* recherch* trouv* mentionn* menciona* hablo parle parlent erwahn* 検索 探 どこ 含む trova cerca
edit replace change text: ersetz* tausch* korrigier* andern aendern cambia* reemplaza* sustitu* corrig* remplac* modifie modifiez modifica modificar substitui* 置換 置き換え 書き換え 修正 直し 変更
edit heading section insert: uberschrift* abschnitt* encabezado* seccion titre titres einfug* inserer insere inserta* parrafo paragraphe 見出し
delete: losch* entfern* wirf wegwerf* weg borra borrar elimina eliminar elimine eliminer quita* supprim* efface? effacer enlev* jette jeter 削除 消し 消す 捨て apaga* cancella
move: verschieb* mueve mover? mueva deplac* 移動 移し
folder: ordner* verzeichnis* carpeta* dossier? dossiers? フォルダ pasta? cartella
rename name: umbenenn* benenn* renombra* nombre renomm* nom 名前 改名 リネーム renomeia*
list all: liste auflist* alle welche lista listar listame todas todos cuales tous toutes quelles quels 一覧 全部 すべて 全て リスト
files: datei* archivos fichero* fichier* ファイル
tasks task todo: aufgab* erledig* tarea* pendiente* tache? taches? タスク やること 終わっていない 未完了 tarefa* attivita
task done: abhak* hake? haken fertig erledigt hecha hecho completada* marca marcar coche fait terminee* 完了 終わった 済み チェック
tags tag: schlagw* stichw* etiqueta* タグ etichett*
properties property set: eigenschaft* feld metadaten campo? campos metadatos champ? champs? metadonnees propiedad* propriete* プロパティ propriedade*
links: verweis* verlink* verknupf* enlace* enlaza* lien? liens? リンク collegament*
backlinks links: verweisen verweist apuntan enlazan pointent バックリンク リンクしている 被リンク
orphans: verwaist* huerfan* orphelin* relie relies? reliee reliees isole isolees unverknupft* 孤立 どこからも aislad*
unresolved broken links: kaputt* defekt* rotos rotas casse casses brise brises 切れ 壊れ
outline headings: gliederung inhaltsverzeichnis indice esquema sommaire 目次 アウトライン
wordcount count words: worter wortzahl palabras mots? combien cuantas cuantos 文字数 単語数 字数
templates template: vorlage* plantilla* modele modeles テンプレ
bookmarks bookmark: lesezeichen favoriten favorito* marcador* favori favoris ブックマーク お気に入り
random: zufall* zufallig* azar aleatorio aleatoria hasard aleatoire* ランダム caso
history restore version: wiederherstell* fruher* vorherig* restaura restaurar restaure restaurer recupera recuperar anterior? anteriores ancien ancienne anciennes recupere* ruckgangig 履歴 復元 元に戻 バージョン 以前の
recents: zuletzt kurzlich reciente* ultimas ultimos recemment dernier* derniere* 最近
tabs: pestana* onglet* タブ
theme: aussehen aspecto tema apparence テーマ 見た目
plugins: erweiterung* complemento* greffon* プラグイン
`;
